import Exercising

/// A list that is read when it is used, once for each version, and that stays at its version until it is refreshed.
final class LiveResults: LearnersResults {
  /// Its token as well: the list holds it weakly.
  private final class Observer {
    let tell: (ListChange) -> Void
    /// What it was told of last; nil before the first time.
    var known: [Artist]?

    init(_ tell: @escaping (ListChange) -> Void) {
      self.tell = tell
    }
  }

  private struct Seat {
    weak var observer: Observer?
  }

  private let table: any ArtistTable
  private let isIncluded: (Artist) -> Bool
  private let areInOrder: (Artist, Artist) -> Bool
  private var version: Int
  private var evaluated: [Artist]?
  private var seats: [Seat] = []

  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool
  ) {
    self.table = table
    self.isIncluded = isIncluded
    self.areInOrder = areInOrder
    version = table.newestVersion
  }

  var artists: [Artist] {
    if let evaluated { return evaluated }
    let artists = table.artists(at: version).filter(isIncluded).sorted(by: areInOrder)
    evaluated = artists
    return artists
  }

  func refresh() -> Bool {
    let isNew = comeToNewest()
    seats.removeAll { $0.observer == nil }
    for seat in seats {
      if let observer = seat.observer { tell(observer) }
    }
    return isNew
  }

  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject {
    let observer = Observer(observer)
    seats.append(Seat(observer: observer))
    return observer
  }

  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void) {
    _ = refresh()
    change()
    _ = comeToNewest()
    for case let observer as Observer in tokens { observer.known = artists }
  }

  private func comeToNewest() -> Bool {
    guard table.newestVersion > version else { return false }
    version = table.newestVersion
    evaluated = nil
    return true
  }

  private func tell(_ observer: Observer) {
    let known = observer.known
    observer.known = artists
    guard let known else { return observer.tell(.initial(artists.count)) }
    let deletions = known.indices.filter { place in !artists.contains { $0.id == known[place].id } }
    let insertions = artists.indices.filter { place in
      !known.contains { $0.id == artists[place].id }
    }
    let modifications = known.indices.filter { place in
      artists.contains { $0.id == known[place].id && $0 != known[place] }
    }
    if deletions.isEmpty, insertions.isEmpty, modifications.isEmpty { return }
    observer.tell(
      .update(deletions: deletions, insertions: insertions, modifications: modifications))
  }
}
