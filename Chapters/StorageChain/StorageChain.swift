import Workbook

@main
enum StorageChain: Chapter {
  static let title = "A value in memory over a value in a file, and which of the two is current"

  static let pages: [Page] = [
    .fileEveryTime, .loadAndSave, .cacheProvider, .twoSources, .relaunch, .set, .get,
    .getAfterChange, .counting, .threeChanges, .badFiles, .studentFile, .failedWrite, .unowned,
    .readingHandler, .twoChains, .levels, .threeLevels, .wiring, .anyTwoProviders,
  ]

  static let children: [ChildRole] = [
    .app, .keeper, .otherProcess, .releasesTheChain, .readingHandler, .missingFile,
  ]
}
