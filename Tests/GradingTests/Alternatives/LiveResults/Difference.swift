import Exercising

/// A lazy list, and the standard library's difference of two lists of ids.
final class LiveResults: ResultsRequirements {
  private final class Snapshot {
    let version: Int
    private let make: () -> [Artist]
    lazy var artists = make()

    init(_ version: Int, _ make: @escaping () -> [Artist]) {
      self.version = version
      self.make = make
    }
  }

  private final class Listener {
    let closure: (ListChange) -> Void
    var snapshot: Snapshot?

    init(_ closure: @escaping (ListChange) -> Void) {
      self.closure = closure
    }

    func receive(_ new: Snapshot) {
      let old = snapshot
      if old === new { return }
      snapshot = new
      let now = new.artists
      guard let old else { return closure(.initial(now.count)) }
      let before = old.artists
      var (deletions, insertions): ([Int], [Int]) = ([], [])
      for step in now.map(\.id).difference(from: before.map(\.id)) {
        switch step {
        case .remove(let offset, _, _): deletions.append(offset)
        case .insert(let offset, _, _): insertions.append(offset)
        }
      }
      let kept = Set(now.map(\.id))
      let modifications = before.indices.filter {
        kept.contains(before[$0].id) && !now.contains(before[$0])
      }
      if (deletions + insertions + modifications).isEmpty { return }
      closure(
        .update(
          deletions: deletions.sorted(), insertions: insertions.sorted(),
          modifications: modifications))
    }
  }

  private struct Weak {
    weak var listener: Listener?
  }

  private let table: any ArtistTable
  private let arrange: ([Artist]) -> [Artist]
  private var snapshot: Snapshot
  private var listeners: [Weak] = []

  init(
    _ table: any ArtistTable, where isIncluded: @escaping (Artist) -> Bool,
    sortedBy areInOrder: @escaping (Artist, Artist) -> Bool
  ) {
    self.table = table
    let arrange = { (artists: [Artist]) in artists.filter(isIncluded).sorted(by: areInOrder) }
    self.arrange = arrange
    let version = table.newestVersion
    snapshot = Snapshot(version) { arrange(table.artists(at: version)) }
  }

  var artists: [Artist] { snapshot.artists }

  func refresh() -> Bool {
    let old = snapshot.version
    update()
    for entry in listeners { entry.listener?.receive(snapshot) }
    return snapshot.version != old
  }

  func observe(_ observer: @escaping (ListChange) -> Void) -> AnyObject {
    let listener = Listener(observer)
    listeners = listeners.filter { $0.listener != nil } + [Weak(listener: listener)]
    return listener
  }

  func write(withoutNotifying tokens: [AnyObject], _ change: () -> Void) {
    _ = refresh()
    change()
    update()
    tokens.compactMap { $0 as? Listener }.forEach { $0.snapshot = snapshot }
  }

  private func update() {
    let version = table.newestVersion
    guard version != snapshot.version else { return }
    snapshot = Snapshot(version) { [table, arrange] in arrange(table.artists(at: version)) }
  }
}
