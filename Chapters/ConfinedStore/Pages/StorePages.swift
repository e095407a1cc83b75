import Workbook

extension Page {
  /// The pages about the store itself, in their order.
  static let store: [Page] = []
}
