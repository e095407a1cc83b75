/// A row of a table.
public struct Artist: Equatable, Sendable, CustomStringConvertible {
  /// Unique, and never changes.
  public let id: Int
  public var name: String
  public var stars: Int

  public var description: String { "\(name) \(stars)" }
}

/// A table of artists that keeps all of its versions.
public protocol ArtistTable: AnyObject {
  /// The newest version. Each write creates the next one.
  var newestVersion: Int { get }

  /// Reads all artists of a version, in the order of their ids. This is expensive.
  func artists(at version: Int) -> [Artist]
}

/// An event of a list.
public enum ListChange: Equatable, Sendable, CustomStringConvertible {
  /// The first event: the number of artists.
  case initial(Int)
  /// A later event. Deletions and modifications are positions in the previous list, insertions are
  /// positions in the current one. All are ascending.
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
public protocol ResultsRequirements: AnyObject {
  /// - Parameters:
  ///   - table: The table, which is read at its newest version.
  ///   - isIncluded: The filter.
  ///   - areInOrder: Whether the first artist comes before the second. It is a total order.
  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool)

  /// The list at its current version.
  var artists: [Artist] { get }

  /// Moves to the newest version, and notifies each observer of the changes since its last event.
  ///
  /// - Returns: Whether there was a newer version.
  func refresh() -> Bool

  /// Adds an observer that is notified from the next `refresh` on while its token is retained.
  ///
  /// - Returns: The token.
  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject

  /// Refreshes, calls `change`, and moves to the version that `change` has created.
  ///
  /// - Parameters:
  ///   - tokens: The tokens of observers that are not notified of the change. The next `refresh`
  ///     notifies the others.
  ///   - change: Writes to the table, once.
  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void)
}

/// A live list over a table of artists, which other programs write too. A token is retained until
/// `release`, except after `unkept`.
public final class LiveResultsScene<Results: ResultsRequirements>: Scene {
  public static var forms: StepForms {
    [
      "open 3 name; open 3 id":
        "makes the list of artists with so many stars or more, sorted by that property.",
      "observe ann": nil,
      "put 7 ann 4": "writes a row (id, name, stars), without the list.",
      "refresh": nil,
      "drop 7": "deletes the row with that id, without the list.",
      "write put 7 ann 4; write drop 7": "writes through the list.",
      "silent ann put 7 ann 4; silent ann,bob drop 7":
        "writes through the list without notifying those observers.",
      "list": "reports the list.",
      "readings": "reports how often the table was read.",
      "release ann": "releases the token of that observer.",
      "observe ann … listing": "is an observer that also reports the list when it is notified.",
      "observe ann … releasing bob":
        "is an observer that releases the named one's token when it is notified.",
      "observe ann … unkept": "is an observer whose token is not retained.",
    ]
  }

  private let table = LoggedTable()
  /// Tokens, by the observers' names.
  private var tokens: [String: AnyObject] = [:]
  private var results: Results?

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "put", "drop": try change(step.description)()
    case "open": results = try open(step)
    default: try take(step, try results.orFail("“\(step)” comes before “open”"), events)
    }
  }

  private func take(_ step: Step, _ results: Results, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "list": events(Self.text(results))
    case "readings": events("readings \(table.readings)")
    case "refresh": events(results.refresh() ? "there was something new" : "nothing new")
    case "observe": try observe(step, results, events)
    case "release": tokens[try step.argument(0)] = nil
    case "write": results.write(withoutNotifying: [], try change(try step.rest(from: 0)))
    case "silent":
      let silenced = try step.argument(0).split(separator: ",").compactMap { tokens[String($0)] }
      results.write(withoutNotifying: silenced, try change(try step.rest(from: 1)))
    default: throw step.unknown
    }
  }

  private func open(_ step: Step) throws(SceneFailure) -> Results {
    let stars = try step.number(0)
    let isByName = try step.word(1, of: "id", "name") == "name"
    return Results(table, where: { $0.stars >= stars }) {
      isByName ? $0.name < $1.name : $0.id < $1.id
    }
  }

  /// The change of the table that a step makes: `put 7 ann 4` or `drop 7`.
  private func change(_ line: String) throws(SceneFailure) -> () -> Void {
    let step = try Step(line: line).orFail("a write needs “put” or “drop”")
    let id = try step.number(0)
    let artist: Artist? =
      switch step.verb {
      case "put": Artist(id: id, name: try step.argument(1), stars: try step.number(2))
      case "drop": nil
      default: throw step.unknown
      }
    return { [table] in table.write(id, artist) }
  }

  private func observe(_ step: Step, _ results: Results, _ events: Events) throws(SceneFailure) {
    let name = try step.argument(0)
    let kind =
      step.arguments.count > 1 ? try step.word(1, of: "listing", "releasing", "unkept") : nil
    let other = kind == "releasing" ? try step.argument(2) : ""
    let token = results.observe { [weak self, weak results] change in
      events("\(name) \(change)")
      if kind == "listing", let results { events("\(name) sees \(Self.text(results))") }
      if kind == "releasing" { self?.tokens[other] = nil }
    }
    if kind != "unkept" { tokens[name] = token }
  }

  private static func text(_ results: Results) -> String {
    let artists = results.artists
    return artists.isEmpty ? "no artists" : artists.map(\.description).joined(separator: ", ")
  }
}

/// A table that counts its readings.
final class LoggedTable: ArtistTable {
  private(set) var readings = 0
  private var versions: [[Int: Artist]] = [[:]]

  var newestVersion: Int { versions.count - 1 }

  func artists(at version: Int) -> [Artist] {
    readings += 1
    guard versions.indices.contains(version) else { return [] }
    return versions[version].values.sorted { $0.id < $1.id }
  }

  /// Makes a version with this artist, or without the one with this id.
  func write(_ id: Int, _ artist: Artist?) {
    var newest = versions[newestVersion]
    newest[id] = artist
    versions.append(newest)
  }
}
