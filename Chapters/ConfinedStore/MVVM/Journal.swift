/// Where the parts of the app note what they do, in the order in which they do it.
struct Journal: Sendable {
  private let write: @Sendable (String) -> Void

  /// - Parameter write: is given each note, on the thread that made it and not under a lock.
  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  func note(_ text: String) { write(text) }
}

extension Journal {
  /// A journal that discards its notes.
  static let unread = Journal { _ in }
}
