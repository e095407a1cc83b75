import Concurrency
import Foundation
import TestSupport
import Testing

@testable import ThreadConfinement

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
    let (other, names) = try folder.configuration.elsewhere { (ObjectIdentifier($0), $0.names) }
    #expect(one === same)
    #expect(ObjectIdentifier(one) != other)
    #expect(names == ["Ann"])
  }

  @Test
  func `a queue that only its blocks retain is still recognised inside them (R-08)`() throws {
    let place = OneShot<(isCurrent: Bool, isSame: Bool)>()
    let configuration = folder.configuration
    do {
      let queue = ConfinedQueue(label: "datamanager")
      weak let watched = queue
      queue.enqueue {
        let store = try? ConfinedStore.open(configuration)
        let same = watched.flatMap { try? ConfinedStore.open(configuration, queue: $0) }
        place.fulfill((watched?.isCurrent == true, store === same && store != nil))
      }
    }
    #expect(place.wait() == (true, true))
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
  func `a store of a thread that has ended is not returned on another thread (R-07 R-09)`() throws {
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
}

@Suite(.serialized)
struct `One store per place`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `all paths of a file lead to one store, even before the file exists (R-06)`() throws {
    let link = folder.folder.appending(path: "link")
    let real = folder.folder.appending(path: "real")
    try FileManager.default.createDirectory(at: real, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let alias = folder.folder.appending(path: "alias.db")
    try FileManager.default.createSymbolicLink(
      atPath: alias.path, withDestinationPath: "link/store.db")

    // The first is opened before its target exists.
    let paths = ["alias.db", "link/store.db", "real/store.db", "link/../link/store.db"]
    let stores = try paths.map {
      try ConfinedStore.open(.artists(folder.folder.appending(path: $0)))
    }

    #expect(stores.allSatisfy { $0 === stores[0] })
  }

  @Test
  func `a store that is already open with other types is not opened again (R-06)`() throws {
    let artists = folder.configuration.with(\.schema, [Artist.self])
    let store = try ConfinedStore.open(artists.with(\.schema, [Song.self]))
    let refusal = failure { _ = try ConfinedStore.open(artists) }
    let opened = try artists.elsewhere { $0.names }
    #expect(refusal == "the store is open here without Artist")
    #expect(opened == [])
    #expect(store.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a thread that takes tasks again opens a store that can be observed (R-06 R-51)`(
    endsTasks: Bool
  ) throws {
    let (configuration, notes) = (folder.configuration, Recorder<String>())
    let (thread, kept) = (ConfinedThread(name: "again"), Kept())
    let token = try thread.sync {
      let first = try ConfinedStore.open(configuration)
      if endsTasks { StoreThread.endTasks() }
      StoreThread.takesTasks(from: thread, name: "again")
      let second = try ConfinedStore.open(configuration)
      kept.store = first
      notes.record("same: \(first === second)")
      return try second.artists.observe { _ in notes.record("initial") }
    }
    thread.sync { kept.store = nil }
    withExtendedLifetime(token) {}
    thread.finish()
    #expect(notes.entries == ["same: false", "initial"])
  }

  @Test
  func `a thread's former store cannot write, and its open write is cancelled`() throws {
    let configuration = folder.configuration
    let thread = ConfinedThread(name: "again")
    let refused = try thread.sync {
      let first = try ConfinedStore.open(configuration)
      try first.beginWrite()
      try first.add(Artist.cid)
      StoreThread.takesTasks(from: thread, name: "again")
      let refused = failure { try first.beginWrite() }
      let second = try ConfinedStore.open(configuration)
      try second.write { try second.add(Artist.bob) }
      return refused
    }
    thread.finish()
    let store = try folder.open(.ann)
    #expect(refused == "the store's thread has ended")
    #expect(store.names.sorted() == ["Ann", "Bob"])
  }
}

@Suite
struct `The shared object of a file`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a store's file is closed when the store is released, while others are opened`() throws {
    let (configuration, file) = (folder.configuration, folder.file)
    let isDone = Locked(false)
    let other = JoinableThread.start(name: "other") {
      var count = 0
      while !isDone.withLock({ $0 }) {
        count += 1
        let next = file.appendingPathExtension("\(count % 3)")
        _ = StoreFile.shared(configuration.with(\.file, next))
      }
    }
    var logsLeft = 0
    for _ in 0..<20 {
      try configuration.writeElsewhere { _ in }
      if FileManager.default.fileExists(atPath: file.path + "-wal") { logsLeft += 1 }
    }
    isDone.withLock { $0 = true }
    other.join()
    #expect(logsLeft == 0)
  }
}
