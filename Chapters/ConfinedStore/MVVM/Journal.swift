/// Receives notes of what the parts of the app do, in order.
struct Journal: Sendable {
  private let write: @Sendable (String) -> Void

  /// - Parameter write: receives each note, on the thread that makes it and not under a lock.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func note(_ text: String) { write(text) }
}

extension Journal {
  /// A journal that discards its notes.
  static let unread = Journal { _ in }
}
