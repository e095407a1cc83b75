import Concurrency
import Foundation
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Threads`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a plain value may be used on any thread, and is confined once it is added (R-05)`() throws {
    let made = try elsewhere { Artist(id: 1, name: "Ann") }
    let store = try folder.open()
    let live = try store.write { try store.add(made) }
    let named = try elsewhere { made.name }
    #expect(live.name == named)
  }

  @Test
  func `each thread has its own store for a file (R-06)`() throws {
    let one = try folder.open(.ann)
    let same = try folder.open()
    let configuration = folder.configuration
    let address = UInt(bitPattern: ObjectIdentifier(one))
    let (other, names) = try elsewhere {
      let store = try ConfinedStore.open(configuration)
      return (UInt(bitPattern: ObjectIdentifier(store)), store.names)
    }
    #expect(one === same)
    #expect(address != other)
    #expect(names == ["Ann"])
  }

  @Test
  func `a queue that only its blocks retain is still recognised inside them (R-08)`() throws {
    let place = Locked<(isCurrent: Bool, isSame: Bool)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let configuration = folder.configuration
    do {
      let queue = ConfinedQueue(label: "datamanager")
      weak let watched = queue
      queue.async {
        let store = try? ConfinedStore.open(configuration)
        let same = watched.flatMap { try? ConfinedStore.open(configuration, queue: $0) }
        place.withLock { $0 = (watched?.isCurrent == true, store === same && store != nil) }
        done.signal()
      }
    }
    done.wait()
    let found = place.withLock { $0 }
    #expect(found?.isCurrent == true)
    #expect(found?.isSame == true)
  }

  @Test
  func `a store's configuration opens a usable store on another thread (R-07 R-10)`() throws {
    let store = try folder.open(.ann)
    // Unsafe because the test intentionally uses it on another thread.
    nonisolated(unsafe) let carried = store
    let names = try elsewhere { try ConfinedStore.open(carried.configuration).names }
    #expect(names == ["Ann"])
  }

  @Test
  func `a store may be confined to a queue, whatever thread runs its blocks (R-08)`() throws {
    let queue = ConfinedQueue(label: "datamanager")
    let configuration = folder.configuration
    // Unsafe because the queue runs one block at a time, and the test waits for each.
    nonisolated(unsafe) var kept: ConfinedStore?
    try queue.sync {
      let store = try ConfinedStore.open(configuration, queue: queue)
      try store.write { try store.add(Artist.ann) }
      kept = store
    }
    let names = try elsewhere { queue.sync { kept?.names } }
    let isSame = try queue.sync { try ConfinedStore.open(configuration) === kept }
    #expect(names == ["Ann"])
    #expect(isSame)
  }

  @Test
  func `a store of a thread that has ended is not returned on another thread (R-09)`() throws {
    let configuration = folder.configuration
    // Unsafe because the thread that sets it has ended before this one reads it.
    nonisolated(unsafe) var kept: ConfinedStore?
    try elsewhere { kept = try .open(configuration) }
    // Later threads may reuse the identifier of the ended thread.
    let reused = try (0..<20).map { _ in
      try elsewhere { try ConfinedStore.open(configuration) === kept }
    }
    #expect(reused == Array(repeating: false, count: 20))
    #expect(kept?.configuration.file == configuration.file)
  }

  @Test
  func `a store may be released on any thread (R-10)`() throws {
    let configuration = folder.configuration
    // Unsafe because the test intentionally releases it on another thread.
    nonisolated(unsafe) var kept: ConfinedStore? = try .open(configuration)
    weak let watched = kept
    try elsewhere { kept = nil }
    let isGone = watched == nil
    #expect(isGone)
  }

  @Test @MainActor
  func `the main actor is one place, on whichever thread it runs`() async throws {
    let store = try folder.open(.ann)
    for id in 10..<60 {
      // The code below may run on another thread.
      await Task.detached {}.value
      try store.write { _ = try store.add(Artist(id: id)) }
    }
    let isSame = try folder.open() === store
    let isSameByActor =
      try ConfinedStore.open(folder.configuration, actor: MainActor.shared) === store
    #expect(isSame && isSameByActor)
    #expect(store.artists.count == 51)
  }

  @Test
  func `a store of the main thread works on the threads of the main queue after dispatchMain`()
    throws
  {
    let writer = try BuiltProgram("StoreWriter").start(["dispatch-main", folder.file.path])
    var lines: [String] = []
    while let line = writer.line() { lines.append(line) }
    writer.ending()
    #expect(lines.first?.hasPrefix("open on main true") == true, "\(lines)")
    #expect(lines.last == "stored 3", "\(lines)")
  }

  @Test
  func `a store may be confined to an actor (R-75)`() async throws {
    let archive = Archive(folder.configuration)
    try await archive.open()
    try await archive.add(.ann)
    let names = await archive.names
    #expect(names == ["Ann"])
  }
}

/// A store on an actor.
actor Archive {
  private let configuration: ConfinedStore.Configuration
  private var store: ConfinedStore?

  init(_ configuration: ConfinedStore.Configuration) { self.configuration = configuration }

  func open() throws { store = try .open(configuration, actor: self) }

  func add(_ artist: Artist) throws {
    guard let store else { return }
    try store.write { try store.add(artist) }
  }

  func addAsync(_ artist: Artist, thenThrow error: (any Error & Sendable)? = nil) async throws
    -> String?
  {
    guard let store else { return nil }
    return try await store.asyncWrite {
      let live = try store.add(artist)
      if let error { throw error }
      return live.name
    }
  }

  func write(endingWith end: @escaping @Sendable (ConfinedStore) throws -> Void) async throws {
    guard let store else { return }
    try await store.asyncWrite { try end(store) }
  }

  func invalidate() { store?.invalidate() }

  func queue(
    _ artist: Artist, onComplete: @escaping @Sendable (ConfinedStore.Failure?) -> Void
  ) throws {
    guard let store else { return }
    try store.writeAsync({ try store.add(artist) }, onComplete: onComplete)
  }

  var isBusy: Bool { store?.hasAsyncWrites ?? false }

  var names: [String] { store?.names ?? [] }

  func thawedNames(of frozen: FrozenResults<Artist>) -> [String]? {
    store.flatMap { frozen.thaw(in: $0)?.map(\.name) }
  }

  private var carried: Carried { Carried(store: store) }

  /// Uses the store outside the actor, which the compiler would reject.
  nonisolated func smuggle(_ use: @Sendable (ConfinedStore) -> Void) async {
    if let store = await carried.store { use(store) }
  }
}

struct Carried: @unchecked Sendable {
  // Unchecked because the test intentionally breaks the rule.
  let store: ConfinedStore?
}
