import Exercising

/// A list that is read on demand, once for each version, and that stays at its version until it is
/// refreshed.
final class LiveResults: ResultsRequirements {
  /// The list at one version, read on first use.
  private final class Snapshot {
    let version: Int
    private(set) lazy var artists = read(version)
    private let read: (Int) -> [Artist]

    init(_ version: Int, read: @escaping (Int) -> [Artist]) {
      self.version = version
      self.read = read
    }
  }

  /// An observer that is also its token. The list retains it weakly.
  private final class Observer {
    let handler: (ListChange) -> Void
    /// The last version that the observer received or was silenced for. Nil before its first event.
    var delivered: Snapshot?

    init(_ handler: @escaping (ListChange) -> Void) {
      self.handler = handler
    }
  }

  private struct WeakObserver {
    weak var observer: Observer?
  }

  private let table: any ArtistTable
  private let read: (Int) -> [Artist]
  private var current: Snapshot
  private var observers: [WeakObserver] = []

  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool
  ) {
    self.table = table
    let read = { (version: Int) in
      table.artists(at: version).filter(isIncluded).sorted(by: areInOrder)
    }
    self.read = read
    current = Snapshot(table.newestVersion, read: read)
  }

  var artists: [Artist] { current.artists }

  func refresh() -> Bool {
    let isNew = advance()
    observers.removeAll { $0.observer == nil }
    // A copy, because an observer may add others and release tokens.
    let recipients = observers
    for entry in recipients {
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
    // The table is not read, because no observer is notified and the list may never be used.
    for case let observer as Observer in tokens { observer.delivered = current }
  }

  private func advance() -> Bool {
    guard table.newestVersion > current.version else { return false }
    current = Snapshot(table.newestVersion, read: read)
    return true
  }

  private func notify(_ observer: Observer) {
    let delivered = observer.delivered
    observer.delivered = current
    guard let delivered else { return observer.handler(.initial(artists.count)) }
    if delivered === current { return }
    let (before, now) = (delivered.artists, artists)
    let deletions = before.indices.filter { place in
      !now.contains { $0.id == before[place].id }
    }
    let insertions = now.indices.filter { place in
      !before.contains { $0.id == now[place].id }
    }
    let modifications = before.indices.filter { place in
      now.contains { $0.id == before[place].id && $0 != before[place] }
    }
    if deletions.isEmpty, insertions.isEmpty, modifications.isEmpty { return }
    observer.handler(
      .update(deletions: deletions, insertions: insertions, modifications: modifications))
  }
}
