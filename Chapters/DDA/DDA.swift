import Workbook

@main
enum DDA: Chapter {
  static let title = "Three layers over a database, and a change of name that goes through all"

  static let pages: [Page] = [
    .actionOrData, .watchedName, .liveName, .nameCell, .queuedName, .bindings, .rename,
    .validation, .serverRefuses, .saveFails, .relaunch, .servicesSwapped, .oneRawModel, .decorators,
    .crud, .threads, .dataEvents,
  ]

  static let children = [ChildRole.nextLaunch]
}
