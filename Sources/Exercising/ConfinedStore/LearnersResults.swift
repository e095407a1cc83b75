/// A row of a table.
public struct Artist: Equatable, Sendable, CustomStringConvertible {
  /// Unique, and never changes.
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

/// A table of artists with all its versions.
public protocol ArtistTable: AnyObject {
  /// Each write makes the next version.
  var newestVersion: Int { get }

  /// Reads all artists of a version, in the order of their ids. This is expensive.
  func artists(at version: Int) -> [Artist]
}

/// An event of a list.
public enum ListChange: Equatable, Sendable, CustomStringConvertible {
  /// The first event: the number of artists.
  case initial(Int)
  /// A later event. Deletions and modifications are positions in the previous list, insertions are positions in the
  /// current one. All are ascending.
  case update(deletions: [Int], insertions: [Int], modifications: [Int])

  public var description: String {
    switch self {
    case .initial(let count): "initial \(count)"
    case .update(let deletions, let insertions, let modifications):
      "update deletions \(deletions) insertions \(insertions) modifications \(modifications)"
    }
  }
}

/// The requirements of the exercise LiveResults. All calls come from one thread.
public protocol LearnersResults: AnyObject {
  /// - Parameters:
  ///   - table: The table, which is read at its newest version.
  ///   - isIncluded: The filter.
  ///   - areInOrder: Whether the first artist comes before the second. It is a total order.
  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool)

  /// The list at its current version.
  var artists: [Artist] { get }

  /// Moves to the newest version, and notifies each observer of what has changed since its last event.
  ///
  /// - Returns: Whether there was a newer version.
  func refresh() -> Bool

  /// Adds an observer, which is notified from the next `refresh` on, while the token is retained.
  ///
  /// - Returns: The token.
  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject

  /// Refreshes, calls `change`, and moves to the version that this has made.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of observers that are not notified of the change. The others are, in the next `refresh`.
  ///   - change: Writes to the table, once.
  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void)
}
