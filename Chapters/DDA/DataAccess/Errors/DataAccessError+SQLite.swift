internal import SQLite

extension DataAccessError {
  /// What SQLite refused, in the terms of this layer.
  init(_ error: DatabaseError) {
    self.init(Self.cause(of: error), details: error.description)
  }

  private static func cause(of error: DatabaseError) -> Cause {
    if case .migrationFailed(_, _, let reason) = error { return cause(of: reason) }
    if case .newerVersion(let found, let known, _) = error {
      return .newerVersion(found: found, known: known)
    }
    if case .notAFile = error { return .cannotOpen }
    return causes.first { error.matches($0.code) }?.cause ?? .other
  }

  private static let causes: [(code: DatabaseError.Code, cause: Cause)] = [
    (.busy, .locked), (.readOnly, .readOnly), (.full, .full), (.corrupt, .corrupt),
    (.notADatabase, .corrupt), (.cannotOpen, .cannotOpen),
  ]
}
