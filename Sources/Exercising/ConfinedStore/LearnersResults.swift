/// A row of a table.
public struct Artist: Equatable, Sendable, CustomStringConvertible {
  /// Never changes, and is never another's.
  public let id: Int
  public var name: String
  public var stars: Int

  public init(id: Int, name: String, stars: Int) {
    self.id = id
    self.name = name
    self.stars = stars
  }

  public var description: String { "\(name) \(stars)" }
}

/// Artists, as they are and as they were.
public protocol ArtistTable: AnyObject {
  /// Each write makes another version, with the next number.
  var newestVersion: Int { get }

  /// Reads all artists as they were at a version, in the order of their ids; a reading is dear.
  func artists(at version: Int) -> [Artist]
}

/// What an observer of a list receives.
public enum ListChange: Equatable, Sendable, CustomStringConvertible {
  /// The first time: how many there are.
  case initial(Int)
  /// Later: where artists were deleted and modified, by their places before, and where some were inserted, by their
  /// places now; ascending.
  case update(deletions: [Int], insertions: [Int], modifications: [Int])

  public var description: String {
    switch self {
    case .initial(let count): "initial \(count)"
    case .update(let deletions, let insertions, let modifications):
      "update deletions \(deletions) insertions \(insertions) modifications \(modifications)"
    }
  }
}

/// What the exercise asks of a learner's live list; all calls come from one thread.
public protocol LearnersResults: AnyObject {
  /// - Parameters:
  ///   - table: what is listed, at its newest version.
  ///   - isIncluded: which artists are listed.
  ///   - areInOrder: whether the first is listed before the second; no two artists are equal in this.
  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool)

  /// The list, at the version that it is at.
  var artists: [Artist] { get }

  /// Comes to the newest version, and notifies observers of what is new to them.
  ///
  /// - Returns: whether there was a newer version.
  func refresh() -> Bool

  /// Adds an observer, which is notified from the next `refresh` on, as long as the token is retained.
  ///
  /// - Returns: the token.
  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject

  /// Refreshes, lets the table be changed, and comes to the version that this has made.
  ///
  /// - Parameters:
  ///   - tokens: of observers that are not notified of the change; the others are, with the next `refresh`.
  ///   - change: writes to the table, once.
  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void)
}
