import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `References to objects`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  /// Resolves a reference on another thread and returns the result as text.
  private func resolve(
    _ reference: ThreadSafeReference<Artist>
  ) throws -> String {
    let configuration = folder.configuration
    return try elsewhere {
      let store = try ConfinedStore.open(configuration)
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
  func `two references to one object resolve independently (R-67)`() throws {
    let store = try folder.open(.ann)
    let ann = try #require(store.artist(1))
    let references = [try ThreadSafeReference(to: ann), try ThreadSafeReference(to: ann)]
    let names = try references.map { try resolve($0) }
    #expect(names == ["Ann", "Ann"])
  }

  @Test
  func `a deleted object resolves to nil only where the deletion is visible (R-68)`() throws {
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
    let another = try ConfinedStore.open(.artists(folder.folder.appending(path: "another.db")))
    let isNil = try another.resolve(reference) == nil
    #expect(isNil)
  }
}
