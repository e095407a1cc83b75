import Workbook

extension Page {
  /// The pages about Moments.
  static let moments: [Page] = []
}
