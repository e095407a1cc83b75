import Workbook

extension Page {
  /// The pages about the news list.
  static let news: [Page] = []
}
