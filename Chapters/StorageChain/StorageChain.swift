import Workbook

@main
enum StorageChain: Chapter {
  static let title = "A value in memory over a value in a file, and which of the two is current"

  static let pages: [Page] = [
    .fileEveryTime, .loadAndSave, .cacheProvider, .set, .get, .getAfterChange, .relaunch,
    .threeChanges, .wiring, .anyTwoProviders, .unowned, .readingHandler, .failedWrite, .twoChains,
    .threeLevels, .badFiles,
  ]

  static let children: [ChildRole] = [
    .app, .keeper, .otherProcess, .releasesTheChain, .readingHandler, .missingFile, .writer, .store,
  ]
}
