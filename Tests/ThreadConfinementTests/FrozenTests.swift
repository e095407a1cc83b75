import Foundation
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Frozen copies`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a frozen copy never changes, and any number of threads read it at once (R-58)`() throws {
    let store = try folder.open(.ann, .bob)
    let frozen = try store.freeze()
    let ann = try #require(store.artist(1)).freeze()
    try store.write {
      store.artist(1)?.name = "Anna"
      try store.delete(store.artists.where { $0.id == 2 })
    }
    let seen = Recorder<[String]>()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<20 { seen.record(frozen.objects(Artist.self).map(\.name) + [ann.name]) }
    }
    #expect(seen.entries == Array(repeating: ["Ann", "Bob", "Ann"], count: 160))
    #expect(store.names == ["Anna"])
  }

  @Test
  func `setting a property of a frozen copy throws (R-59)`() throws {
    let ann = try #require(folder.open(.ann).artist(1)).freeze()
    #expect(failure { try ann.set(\.name, to: "Anna") } == "frozen")
  }

  @Test
  func `frozen copies of one version are equal (R-60)`() throws {
    let store = try folder.open(.ann)
    let one = try store.freeze()
    let same = try store.freeze()
    let artists = try store.artists.freeze()
    try store.write {}
    let again = try store.artists.freeze()
    let other = try store.freeze()
    let equals = [
      one == same, one == other, artists == one.objects(Artist.self),
      artists == again,
      one.object(ofType: Artist.self, forPrimaryKey: 1) == artists.first,
    ]
    #expect(equals == [true, false, true, false, true])
    let songs = [1, 2, 1].map { byte in
      one.objects(Song.self).where { $0.cover == Data([byte]) && $0.note != nil }
    }
    let filtersAreEqual = (songs[0] == songs[1], songs[0] == songs[2])
    #expect(filtersAreEqual == (false, true))
  }

  @Test
  func `objects and collections of a frozen store are frozen, and can be queried further (R-61)`()
    throws
  {
    let store = try folder.open(.ann, .bob, .cid)
    let artists = try store.freeze().objects(Artist.self)
    let older = artists.where { $0.age > 30 }.sorted(by: \.name, ascending: false)
    let first: FrozenObject<Artist> = older[0]
    #expect(first.store == artists.store)
    #expect(older.map(\.name) == ["Cid", "Bob"])
  }

  @Test
  func `deleted and uncommitted objects cannot be frozen (R-62)`() throws {
    let store = try folder.open(.ann, .bob)
    let ann = try #require(store.artist(1))
    let refused = failure { _ = try store.managed(Artist.cid).freeze() }
    try store.beginWrite()
    try store.delete(ann)
    let cid = try store.add(Artist.cid)
    let refusals = [failure { _ = try ann.freeze() }, failure { _ = try cid.freeze() }]
    try store.commitWrite()
    let committed = try cid.freeze().name
    #expect(refused == "not managed")
    #expect(refusals == ["deleted or invalidated", "deleted or invalidated"])
    #expect(committed == "Cid")
  }

  @Test
  func `freezing during a write returns the version before the write (R-62)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    try store.beginWrite()
    ann.name = "Anna"
    try store.add(Artist.bob)
    let frozen = try (ann.freeze().name, store.artists.freeze().map(\.name))
    try store.commitWrite()
    #expect(frozen == ("Ann", ["Ann"]))
    #expect(try store.artists.freeze().map(\.name) == ["Anna", "Bob"])
  }

  @Test
  func `thaw returns the live object on the current thread, nil once it is deleted (R-63)`() throws
  {
    let store = try folder.open(.ann)
    let live = try #require(store.artist(1))
    let frozen = try live.freeze()
    try store.write { live.name = "Anna" }
    let thawed = try #require(try frozen.thaw())
    let elsewhereNamed = try elsewhere { try frozen.thaw()?.name }
    let isSame = (thawed == live, thawed.store === store)
    #expect(isSame == (true, true))
    #expect([thawed.name, frozen.name, elsewhereNamed] == ["Anna", "Ann", "Anna"])
    try store.write { try store.delete(live) }
    let gone = try frozen.thaw() == nil
    #expect(gone)
    let isStore = try store.freeze().thaw() === store
    #expect(isStore)
  }

  @Test
  func `a copy that was frozen elsewhere is thawed in an actor's store (R-63)`() async throws {
    let store = try folder.open(.ann, .bob)
    let frozen = try store.artists.where { $0.id == 2 }.freeze()
    try store.write { store.artist(2)?.name = "Bobby" }
    let archive = try await Archive(opened: folder.configuration)
    let names = try await archive.use { frozen.thaw(in: $0)?.map(\.name) }
    let elsewhereFound = try frozen.thaw(in: folder.openAnother()) != nil
    #expect(names == ["Bobby"])
    #expect(!elsewhereFound)
  }
}

@Suite(.serialized)
struct `References to objects`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  /// Resolves a reference on another thread and returns the result as text.
  private func resolve(_ reference: ThreadSafeReference<Artist>) throws -> String {
    try folder.configuration.elsewhere { store in
      do { return try store.resolve(reference)?.name ?? "nil" } catch { return "error: \(error)" }
    }
  }

  @Test
  func `a reference is created from a valid object, which remains usable (R-65)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    _ = try ThreadSafeReference(to: ann)
    let name = ann.name
    let refused = failure { _ = try ThreadSafeReference(to: store.managed(Artist.bob)) }
    try store.write { try store.delete(ann) }
    let deleted = failure { _ = try ThreadSafeReference(to: ann) }
    #expect(name == "Ann")
    #expect(refused == "not managed")
    #expect(deleted == "deleted or invalidated")
  }

  @Test
  func `a reference is resolved once (R-66)`() throws {
    let store = try folder.open(.ann)
    let reference = try ThreadSafeReference(to: #require(store.artist(1)))
    var states = [reference.isInvalidated]
    let names = [try resolve(reference), try resolve(reference)]
    states.append(reference.isInvalidated)
    #expect(names == ["Ann", "error: already resolved; create a new reference for each use"])
    #expect(states == [false, true])
  }

  @Test
  func `a deleted object resolves to nil only where the deletion is visible (R-67 R-68)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    let references = [try ThreadSafeReference(to: ann), try ThreadSafeReference(to: ann)]
    let target = try Watcher(folder.configuration)
    try target.turn { store, _ in
      store.autorefresh = false
      try store.refresh()
    }
    try store.write { try store.delete(ann) }
    let older = try target.turn { store, _ in try store.resolve(references[0])?.name }
    let newer = try target.turn { store, _ in
      try store.refresh()
      return try store.resolve(references[1])?.name
    }
    #expect(older == "Ann")
    #expect(newer == nil)
    target.close()
  }

  @Test
  func `resolving refreshes a store that is behind the reference (R-69)`() throws {
    let target = try Watcher(folder.configuration)
    try target.turn { store, _ in store.autorefresh = false }
    let store = try folder.open(.ann)
    let reference = try ThreadSafeReference(to: #require(store.artist(1)))
    let seen = try target.turn { store, _ in
      (store.names, try store.resolve(reference)?.name, store.names)
    }
    #expect(seen == ([], "Ann", ["Ann"]))
    target.close()
  }

  @Test
  func `resolving in another file's store returns nil, and in a write it throws (R-69)`() throws {
    let store = try folder.open(.ann)
    let reference = try ThreadSafeReference(to: #require(store.artist(1)))
    try store.write {
      let refusal = failure { _ = try store.resolve(reference) }
      #expect(refusal == "already in a write transaction")
    }
    let another = try folder.openAnother()
    let isNil = try another.resolve(reference) == nil
    #expect(isNil)
  }
}
