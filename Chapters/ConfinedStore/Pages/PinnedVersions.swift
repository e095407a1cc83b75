import ThreadConfinement
import Workbook

extension Laboratory {
  /// Two stores on one file and a frozen copy of one of them, with sequences of five steps.
  static let pinnedVersions = Laboratory(
    "Choose five steps. A and B begin at version 1, and each write adds an artist.",
    columns: ["A", "B", "frozen copy", "versions alive"],
    fixed: { try PinnedVersions(after: $0 as? PinnedVersions) },
    following: { taken in
      guard taken.count < 5 else { return [] }
      let last = taken.last { $0 == .freeze || $0 == .release }
      return PinnedVersions.Step.allCases.filter { $0 != (last == .freeze ? .freeze : .release) }
    })
}

/// Two stores, each on a queue of its own, which advance when they are asked to.
private final class PinnedVersions: LaboratoryRun {
  enum Step: String, CaseIterable {
    case refreshA = "A refreshes"
    case writeA = "A writes"
    case writeB = "B writes"
    case freeze = "A freezes"
    case release = "the copy is released"
  }

  struct Reader {
    let name: String
    let queue: ConfinedQueue
    let store: ConfinedStore

    init(_ name: String, _ configuration: ConfinedStore.Configuration) throws {
      self.name = name
      let queue = ConfinedQueue(label: name)
      self.queue = queue
      store = try queue.sync { try ConfinedStore.open(configuration, queue: queue) }
    }

    func use<Result>(_ body: (ConfinedStore) throws -> Result) rethrows -> Result {
      try queue.sync { try body(store) }
    }
  }

  /// The stores of all runs. Opening a store takes much longer than five steps.
  private final class Stores {
    let a: Reader
    let b: Reader
    private let scratch: ScratchFolder

    init() throws {
      let scratch = try ScratchFolder()
      var configuration = scratch.plainConfiguration
      configuration.autorefresh = false
      configuration.syncsCommits = false
      a = try Reader("A", configuration)
      b = try Reader("B", configuration)
      self.scratch = scratch
    }
  }

  private let stores: Stores
  /// The number of commits before version 1 of this run.
  private let offset: Int64
  private var copy: FrozenStore?
  private var artists = ["Bob", "Cid", "Dan", "Jake", "Taylor"].enumerated().map { index, name in
    Artist(id: index + 2, name: name)
  }[...]

  /// Empties the file, stores Ann, and has both readers advance to that.
  init(after last: PinnedVersions?) throws {
    stores = try last?.stores ?? Stores()
    last?.copy = nil
    offset = try stores.a.use { store in
      try store.write {
        try store.deleteAll()
        try store.add(Artist.ann)
      }
      return try store.version - 1
    }
    _ = try stores.b.use { try $0.refresh() }
  }

  func take(_ step: Step) throws -> [String] {
    let next = artists.removeFirst()
    switch step {
    case .refreshA: return ["A.refresh -> \(try stores.a.use { try $0.refresh() })"]
    case .writeA: return [try commit(next, by: stores.a)]
    case .writeB: return [try commit(next, by: stores.b)]
    case .freeze:
      copy = try stores.a.use { try $0.freeze() }
      return ["A.freeze -> version \(copy.map { $0.version - offset } ?? 0)"]
    case .release:
      copy = nil
      return ["the copy is released"]
    }
  }

  private func commit(_ artist: Artist, by reader: Reader) throws -> String {
    let version = try reader.use { store in
      try store.write { _ = try store.add(artist) }
      return try store.version
    }
    return "\(reader.name).write \(artist) -> version \(version - offset)"
  }

  var cells: [String] {
    get throws {
      let copied = copy.map { cell($0.version, $0.objects(Artist.self).map(\.name)) }
      let current = try [stores.a, stores.b].map { reader in
        try reader.use { cell(try $0.version, $0.objects(Artist.self).map(\.name)) }
      }
      let alive = stores.a.use(\.pinnedVersions).map { "\($0 - offset)" }.joined(separator: ", ")
      return current + [copied ?? "", alive]
    }
  }

  private func cell(_ version: Int64, _ names: [String]) -> String {
    "\(version - offset): \(names.joined(separator: ", "))"
  }
}
