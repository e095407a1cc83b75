import Foundation
import ThreadConfinement

/// A misuse that traps, with its message. A test makes each of them in a process of its own.
struct Mistake: Sendable {
  let name: String
  let message: String
  /// Returns only if the store does not detect the misuse.
  let make: @Sendable (Scene) throws -> Void

  /// A store, an object and a collection that are confined to the main thread.
  struct Scene: @unchecked Sendable {
    // Unchecked because mistakes intentionally use it on other threads.
    let store: ConfinedStore
    let live: LiveObject<Pair>
    let pairs: Results<Pair>
    var configuration: ConfinedStore.Configuration { store.configuration }
  }

  /// Stores three pairs, and makes the mistake of that name.
  static func make(_ name: String, in file: URL) throws {
    let store = try ConfinedStore.open(.pairs(file))
    let pairs = store.objects(Pair.self)
    try store.write { try store.add((1...3).map { Pair(id: $0) }) }
    let scene = Scene(store: store, live: pairs[0], pairs: pairs)
    try all.first { $0.name == name }?.make(scene)
  }

  static let all = elsewhere + here + schemas

  /// Uses on another thread.
  private static let elsewhere: [Mistake] = [
    wrong("write") { try $0.store.write {} },
    wrong("beginWrite") { try $0.store.beginWrite() },
    wrong("commitWrite") { try $0.store.commitWrite() },
    wrong("refresh") { try $0.store.refresh() },
    wrong("invalidate") { $0.store.invalidate() },
    wrong("objects") { _ = $0.store.objects(Pair.self) },
    wrong("lookup") { _ = $0.store.object(ofType: Pair.self, forPrimaryKey: 1) },
    wrong("freezeStore") { _ = try $0.store.freeze() },
    wrong("isInWrite") { _ = $0.store.isInWriteTransaction },
    wrong("autorefresh") { $0.store.autorefresh = false },
    wrong("observeStore") { _ = try $0.store.observe { _, _ in } },
    wrong("resolve") { _ = try ThreadSafeReference(to: $0.live) },
    wrong("add") { try $0.store.add(Pair()) },
    wrong("delete") { try $0.store.delete($0.live) },
    wrong("deleteAll") { try $0.store.deleteAll() },
    wrong("isEmpty") { _ = $0.store.isEmpty },
    wrong("getter") { _ = $0.live.number },
    wrong("setter") { $0.live.number = 7 },
    wrong("isInvalidated") { _ = $0.live.isInvalidated },
    wrong("freezeObject") { _ = try $0.live.freeze() },
    wrong("observeObject") { _ = try $0.live.observe { _ in } },
    wrong("snapshot") { _ = $0.live.snapshot },
    wrong("count") { _ = $0.pairs.count },
    wrong("index") { _ = $0.pairs[0] },
    wrong("first") { _ = $0.pairs.first },
    wrong("last") { _ = $0.pairs.last },
    wrong("filter") { _ = $0.pairs.where { $0.number == 7 } },
    wrong("sort") { _ = $0.pairs.sorted(by: \.number) },
    wrong("sum") { _ = $0.pairs.sum(of: \.id) },
    wrong("firstIndex") { _ = $0.pairs.firstIndex(of: $0.live) },
    wrong("walk") { for _ in $0.pairs {} },
    wrong("resultsIsInvalidated") { _ = $0.pairs.isInvalidated },
    wrong("freezeResults") { _ = try $0.pairs.freeze() },
  ]

  private static func wrong(
    _ name: String, _ use: @escaping @Sendable (Scene) throws -> Void
  ) -> Mistake {
    Mistake(name: name, message: "store accessed from incorrect thread") { scene in
      try ConfinedThread(name: "elsewhere").sync { try use(scene) }
    }
  }

  private static let here: [Mistake] = [
    Mistake(name: "setOutside", message: "object modified outside of a write transaction") {
      $0.live.number = 7
    },
    Mistake(name: "getDeleted", message: "object has been deleted or invalidated") { scene in
      try scene.store.write { try scene.store.delete(scene.live) }
      print(scene.live.number)
    },
    Mistake(name: "setDeleted", message: "object has been deleted or invalidated") { scene in
      try scene.store.write {
        try scene.store.delete(scene.live)
        scene.live.number = 7
      }
    },
    Mistake(name: "getInvalidated", message: "object has been deleted or invalidated") { scene in
      scene.store.invalidate()
      print(scene.live.number)
    },
    Mistake(name: "setKey", message: "the primary key of a stored object cannot be changed") {
      scene in try scene.store.write { scene.live.id = 7 }
    },
    Mistake(name: "outOfRange", message: "index out of range of a collection") {
      print($0.pairs[3].number)
    },
    Mistake(name: "invalidatedResults", message: "collection has been invalidated") { scene in
      scene.store.invalidate()
      print(scene.pairs.count)
    },
    Mistake(name: "invalidatedInWalk", message: "collection was invalidated during a walk") {
      for _ in $0.pairs { $0.store.invalidate() }
    },
    Mistake(name: "unlistedFilter", message: "is not a column of Pair") {
      print($0.pairs.where { $0.title == "7" }.count)
    },
    Mistake(name: "openOutsideQueue", message: "store opened from incorrect queue") {
      _ = try ConfinedStore.open($0.configuration, queue: ConfinedQueue(label: "datamanager"))
    },
    Mistake(name: "queueOutside", message: "store accessed from incorrect queue") { scene in
      let queue = ConfinedQueue(label: "datamanager")
      let other = try queue.sync { try ConfinedStore.open(scene.configuration, queue: queue) }
      print(other.isEmpty)
    },
    Mistake(name: "actorOutside", message: "Incorrect actor executor assumption") { scene in
      let (keeper, isOpen) = (Keeper(), DispatchSemaphore(value: 0))
      Task {
        try? await keeper.open(scene.configuration)
        isOpen.signal()
      }
      isOpen.wait()
      print(keeper.store?.isEmpty ?? false)
    },
    Mistake(name: "throwingAsyncWrite", message: "writeAsync without a completion threw") { scene in
      let (home, isStored) = (ConfinedThread(name: "home"), DispatchSemaphore(value: 0))
      try home.sync {
        let store = try ConfinedStore.open(scene.configuration)
        try store.writeAsync { throw CancellationError() }
        try store.writeAsync {
        } onComplete: { _ in
          isStored.signal()
        }
      }
      isStored.wait()
    },
  ]

  private static let schemas: [Mistake] = [
    schema(
      "two types of the schema have the same name and would share a table",
      [Pair.self, OtherSchema.Pair.self]),
    schema("the id of Draft is optional, but a key cannot be null", [OptionalKey.Draft.self]),
    schema("the first column of Draft must be its id", [KeyNotFirst.Draft.self]),
    schema("Draft lists a column twice", [ColumnTwice.Draft.self]),
  ]

  private static func schema(_ message: String, _ types: [any ConfinedObject.Type]) -> Mistake {
    Mistake(name: message, message: message) { scene in
      let file = scene.configuration.file.appendingPathExtension("other")
      _ = try ConfinedStore.open(.init(file: file, schema: types))
    }
  }
}

/// An actor whose store is not isolated, which the compiler would reject.
private actor Keeper {
  // Unsafe because the mistake is to use it outside the actor.
  nonisolated(unsafe) var store: ConfinedStore?

  func open(_ configuration: ConfinedStore.Configuration) throws {
    store = try .open(configuration, actor: self)
  }
}

private enum OptionalKey {
  struct Draft: ConfinedObject {
    var id: Int?
    static let columns = [Column("id", \Draft.id)]
  }
}

private enum KeyNotFirst {
  struct Draft: ConfinedObject {
    var id = 7
    var name = ""
    static let columns = [Column("name", \Draft.name), Column("id", \.id)]
  }
}

private enum ColumnTwice {
  struct Draft: ConfinedObject {
    var id = 0
    var name = ""
    static let columns = [Column("id", \Draft.id), Column("name", \.name), Column("name", \.name)]
  }
}
