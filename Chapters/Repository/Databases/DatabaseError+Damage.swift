import SQLite

extension DatabaseError {
  /// Whether it means that the file is not what it should be, so that only a new one helps.
  var isDamage: Bool {
    switch self {
    // The migrations have run, so a table that is missing was taken away; SQLite has no code for it.
    case .failed(.error, let message, _, _): message.hasPrefix("no such table")
    default: matches(.corrupt) || matches(.notADatabase)
    }
  }
}
