import Workbook

@main
enum DDA: Chapter {
  static let title = "Three layers over a database, and a change of name that goes through all"
  static let pages: [Page] = [.crud, .threads, .dataEvents]
}
