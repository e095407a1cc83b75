import Foundation
import Testing
import ThreadConfinement

/// A misuse that traps, with its message.
enum Mistake: String, CaseIterable, Codable {
  case write, beginWrite, commitWrite, refresh, invalidate, objects, lookup, freezeStore, isInWrite
  case autorefresh, observeStore, resolve, add, delete
  case getter, setter, isInvalidated, freezeObject, observeObject, snapshot
  case count, index, first, last, filter, sort, sum, firstIndex, walk
  case resultsIsInvalidated, freezeResults, isEmpty, deleteAll, queueOutside, actorOutside
  case openOutsideQueue
  case setOutside, getDeleted, setDeleted, setKey, outOfRange, invalidatedResults
  case invalidatedInWalk, unlistedFilter, getInvalidated, throwingAsyncWrite

  var message: String {
    switch self {
    case .queueOutside: "store accessed from incorrect queue"
    case .actorOutside: "Incorrect actor executor assumption"
    case .openOutsideQueue: "store opened from incorrect queue"
    case .setOutside: "object modified outside of a write transaction"
    case .getDeleted, .setDeleted, .getInvalidated: "object has been deleted or invalidated"
    case .setKey: "the primary key of a stored object cannot be changed"
    case .outOfRange: "index out of range of a collection"
    case .invalidatedResults: "collection has been invalidated"
    case .invalidatedInWalk: "collection was invalidated during a walk"
    case .unlistedFilter: "is not a column of Artist"
    case .throwingAsyncWrite: "a block of writeAsync without a completion threw"
    default: "store accessed from incorrect thread"
    }
  }
}

@Suite(.serialized)
struct `Misuse that traps`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test(arguments: Mistake.allCases)
  func `with a fixed message, in every build (R-01 R-02 R-03 R-04 R-08 R-12 R-30 R-33 R-40 R-41)`(
    mistake: Mistake
  ) async throws {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [mistake = mistake as Mistake, file = folder.file as URL] in
      try await mistake.make(on: file)
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    let says =
      errors.contains("Fatal error: \(mistake.message)") || errors.contains(mistake.message)
    #expect(says, "\(errors)")
  }
}

extension Mistake {
  /// Performs the misuse. Returns only if the store does not detect it.
  func make(on file: URL) async throws {
    switch self {
    case .actorOutside:
      let archive = Archive(.artists(file))
      try await archive.open()
      await archive.smuggle { _ = $0.names }
    case .throwingAsyncWrite:
      let watcher = try Watcher(.artists(file))
      try watcher.turn { store, _ in
        try store.writeAsync { throw CancellationError() }
      }
      while true { watcher.settle() }
    default: try makeAtOnce(on: file)
    }
  }

  private func makeAtOnce(on file: URL) throws {
    let store = try ConfinedStore.open(.artists(file))
    try store.write { try store.add([Artist.ann, .bob, .cid]) }
    guard let live = store.artist(1) else { return }
    // Unsafe because the test intentionally uses it on another thread.
    nonisolated(unsafe) let carried = (store, live, store.artists)
    switch self {
    case .setOutside: live.name = "Anna"
    case .getDeleted, .setDeleted:
      try store.write {
        try store.delete(live)
        if self == .setDeleted { live.name = "Anna" }
      }
      print(live.name)
    case .setKey: try store.write { live.id = 7 }
    case .outOfRange: print(store.artists[3].name)
    case .invalidatedResults:
      store.invalidate()
      print(carried.2.count)
    case .getInvalidated:
      store.invalidate()
      print(live.name)
    case .invalidatedInWalk: for _ in store.artists { store.invalidate() }
    case .unlistedFilter: print(store.artists.where { $0.shout == "ANN" }.count)
    case .openOutsideQueue:
      _ = try ConfinedStore.open(.artists(file), queue: ConfinedQueue(label: "datamanager"))
    case .queueOutside:
      let queue = ConfinedQueue(label: "datamanager")
      let other = try queue.sync { try ConfinedStore.open(.artists(file), queue: queue) }
      print(other.names)
    default: try elsewhere { try self.use(carried.0, carried.1, carried.2) }
    }
  }

  /// Uses a store, an object or a collection that is confined to another thread.
  private func use(
    _ store: ConfinedStore, _ live: LiveObject<Artist>, _ artists: Results<Artist>
  ) throws {
    switch self {
    case .write: try store.write {}
    case .beginWrite: try store.beginWrite()
    case .commitWrite: try store.commitWrite()
    case .refresh: try store.refresh()
    case .invalidate: store.invalidate()
    case .objects: _ = store.objects(Artist.self)
    case .lookup: _ = store.artist(1)
    case .freezeStore: _ = try store.freeze()
    case .isInWrite: _ = store.isInWriteTransaction
    case .autorefresh: store.autorefresh = false
    case .observeStore: _ = try store.observe { _, _ in }
    case .resolve: _ = try ThreadSafeReference(to: live)
    case .add: try store.add(Artist.ann)
    case .delete: try store.delete(live)
    case .deleteAll: try store.deleteAll()
    case .isEmpty: _ = store.isEmpty
    case .getter: _ = live.name
    case .setter: live.name = "Anna"
    case .isInvalidated: _ = live.isInvalidated
    case .freezeObject: _ = try live.freeze()
    case .observeObject: _ = try live.observe { _ in }
    case .snapshot: _ = live.snapshot
    case .count: _ = artists.count
    case .index: _ = artists[0]
    case .first: _ = artists.first
    case .last: _ = artists.last
    case .filter: _ = artists.where { $0.name == "Ann" }
    case .sort: _ = artists.sorted(by: \.name)
    case .sum: _ = artists.sum(of: \.id)
    case .firstIndex: _ = artists.firstIndex(of: live)
    case .walk: for _ in artists {}
    case .resultsIsInvalidated: _ = artists.isInvalidated
    case .freezeResults: _ = try artists.freeze()
    default: break
    }
  }
}
