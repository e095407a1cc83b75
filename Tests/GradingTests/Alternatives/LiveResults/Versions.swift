import Exercising

/// Lists are cached by version, observers store versions, and changes are found in dictionaries.
final class LiveResults: ResultsRequirements {
  private final class Token {
    var seen: Int?
    let call: (ListChange) -> Void

    init(call: @escaping (ListChange) -> Void) {
      self.call = call
    }
  }

  private let read: (Int) -> [Artist]
  private let newest: () -> Int
  private var current: Int
  private var readings: [Int: [Artist]] = [:]
  private var tokens: [() -> Token?] = []

  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool
  ) {
    read = { table.artists(at: $0).filter(isIncluded).sorted(by: areInOrder) }
    newest = { table.newestVersion }
    current = table.newestVersion
  }

  var artists: [Artist] { list(at: current) }

  private func list(at version: Int) -> [Artist] {
    if let known = readings[version] { return known }
    let list = read(version)
    readings[version] = list
    return list
  }

  func refresh() -> Bool {
    let before = current
    current = newest()
    for token in tokens {
      guard let token = token() else { continue }
      let seen = token.seen
      token.seen = current
      switch seen {
      case nil: token.call(.initial(artists.count))
      case current: break
      case let version?:
        if let change = Self.change(from: list(at: version), to: artists) { token.call(change) }
      }
    }
    tokens.removeAll { $0() == nil }
    let needed = Set(tokens.compactMap { $0()?.seen } + [current])
    readings = readings.filter { needed.contains($0.key) }
    return current > before
  }

  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject {
    let token = Token(call: observer)
    tokens.append { [weak token] in token }
    return token
  }

  func write(withoutNotifying silent: [AnyObject], _ change: () -> Void) {
    _ = refresh()
    change()
    current = newest()
    for token in silent { (token as? Token)?.seen = current }
  }

  private static func change(from old: [Artist], to new: [Artist]) -> ListChange? {
    let before = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
    let now = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
    var lists: (deletions: [Int], modifications: [Int]) = ([], [])
    for (place, artist) in old.enumerated() {
      switch now[artist.id] {
      case nil: lists.deletions.append(place)
      case artist: break
      default: lists.modifications.append(place)
      }
    }
    let insertions = new.enumerated().filter { before[$0.element.id] == nil }.map(\.offset)
    if lists.deletions.isEmpty, lists.modifications.isEmpty, insertions.isEmpty { return nil }
    return .update(
      deletions: lists.deletions, insertions: insertions, modifications: lists.modifications)
  }
}
