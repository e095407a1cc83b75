import Workbook

extension Page {
  /// The pages about the app around the store, in their order.
  static let mvvm: [Page] = [.whatIsStored]
}
