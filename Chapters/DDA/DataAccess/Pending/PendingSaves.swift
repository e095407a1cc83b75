/// What is to be saved, noted until it is, for the next try and the next launch; at most one save a user,
/// the latest.
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

  /// That user, that name.
  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }

  /// Two names that are equal to Swift may be two rows of bytes to the database, so bytes count.
  public static func == (left: PendingSave, right: PendingSave) -> Bool {
    left.id == right.id && left.name.utf8.elementsEqual(right.name.utf8)
  }

  /// Of the bytes, too.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    for byte in name.utf8 { hasher.combine(byte) }
  }
}
