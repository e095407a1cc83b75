/// What was to be saved and could not be, kept for the next try and the next launch; at most one save a
/// user, the latest.
public protocol PendingSaves: Sendable {
  /// All that wait, in the order of the users' ids.
  func all() throws(PendingSavesError) -> [PendingSave]

  /// Keeps it in place of an earlier one of the same user.
  func add(_ save: PendingSave) throws(PendingSavesError)

  /// Forgets it, unless a later one of the same user has taken its place.
  func remove(_ save: PendingSave) throws(PendingSavesError)
}

/// A user's name that the database does not have yet.
public struct PendingSave: Codable, Hashable, Sendable {
  /// Whose.
  public let id: Int64
  /// The name that the server has.
  public let name: String

  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

/// Why pending saves could not be read or kept.
public struct PendingSavesError: Error, Equatable, Sendable {
  /// What went wrong; its text is a few words.
  public enum Cause: Equatable, Sendable {
    case cannotRead
    case cannotWrite
    /// The file holds something else.
    case corrupt
  }

  public let cause: Cause
  public let path: String
  /// What the system said.
  public let details: String

  public init(_ cause: Cause, path: String, details: String) {
    self.cause = cause
    self.path = path
    self.details = details
  }
}
