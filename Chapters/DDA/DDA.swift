import Workbook

@main
enum DDA: Chapter {
  static let title = "Three layers over a database, and a change of name that goes through all"

  static let pages: [Page] = [
    .rename, .validation, .serverRefuses, .actionOrData, .servicesSwapped, .crud, .threads,
    .oneRawModel, .bindings, .dataEvents, .saveFails, .relaunch, .decorators,
  ]

  static let children = [ChildRole.nextLaunch]

  static let options = [ChapterOption.permissions]
}
