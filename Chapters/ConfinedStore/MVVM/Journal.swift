/// A log of the steps of the app's parts, in order.
struct Journal: Sendable {
  private let write: @Sendable (String) -> Void

  /// - Parameter write: receives each entry, on the thread that notes it and with no lock held.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func note(_ text: String) { write(text) }
}

extension Journal {
  /// A journal that discards its entries.
  static let discarding = Journal { _ in }
}
