import Workbook

extension Page {
  /// The pages about the store itself, in their order.
  static let store: [Page] = [
    .mainThread, .transactions, .versions, .notifications, .frozen, .references, .asyncWrites,
  ]
}
