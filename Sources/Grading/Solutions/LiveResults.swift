import Exercising

/// A list that is read on demand, once for each version, and that stays at its version until it is refreshed.
final class LiveResults: LearnersResults {
  /// An observer, which is its own token: the list retains it weakly.
  private final class Observer {
    let handler: (ListChange) -> Void
    /// The list that it received last. Nil before its first event.
    var delivered: [Artist]?

    init(_ handler: @escaping (ListChange) -> Void) {
      self.handler = handler
    }
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  private let table: any ArtistTable
  private let isIncluded: (Artist) -> Bool
  private let areInOrder: (Artist, Artist) -> Bool
  private var version: Int
  private var evaluated: [Artist]?
  private var observers: [WeakObserver] = []

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
    let isNew = advance()
    observers.removeAll { $0.observer == nil }
    for entry in observers {
      if let observer = entry.observer { notify(observer) }
    }
    return isNew
  }

  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject {
    let observer = Observer(observer)
    observers.append(WeakObserver(observer: observer))
    return observer
  }

  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void) {
    _ = refresh()
    change()
    _ = advance()
    for case let observer as Observer in tokens { observer.delivered = artists }
  }

  private func advance() -> Bool {
    guard table.newestVersion > version else { return false }
    version = table.newestVersion
    evaluated = nil
    return true
  }

  private func notify(_ observer: Observer) {
    let delivered = observer.delivered
    observer.delivered = artists
    guard let delivered else { return observer.handler(.initial(artists.count)) }
    let deletions = delivered.indices.filter { place in
      !artists.contains { $0.id == delivered[place].id }
    }
    let insertions = artists.indices.filter { place in
      !delivered.contains { $0.id == artists[place].id }
    }
    let modifications = delivered.indices.filter { place in
      artists.contains { $0.id == delivered[place].id && $0 != delivered[place] }
    }
    if deletions.isEmpty, insertions.isEmpty, modifications.isEmpty { return }
    observer.handler(
      .update(deletions: deletions, insertions: insertions, modifications: modifications))
  }
}
