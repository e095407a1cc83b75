import Concurrency
import Foundation
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `The end of a thread`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a queued write fails when its thread has ended, and the turn passes on (R-72)`() throws {
    let notes = Recorder<String>()
    let store = try folder.open()
    let configuration = folder.configuration
    let thread = ConfinedThread(name: "ending")
    try store.beginWrite()
    try store.add(Artist.ann)
    try thread.sync {
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync {
        try store.add(Artist.bob)
      } onComplete: { failure in
        notes.record("\(outcome(failure)) \(store.names)")
      }
    }
    thread.finish()
    try store.commitWrite()
    // This write would wait forever if the turn were granted to the ended thread.
    try store.write { try store.add(Artist.cid) }
    #expect(notes.entries == ["the store's thread has ended []"])
    #expect(store.names == ["Ann", "Cid"])
  }

  @Test
  func `a write that has its turn but has not begun its task is abandoned (R-72)`() throws {
    for _ in 0..<30 {
      let notes = Recorder<String>()
      let configuration = folder.configuration
      let thread = ConfinedThread(name: "ending")
      thread.enqueue {
        do {
          let store = try ConfinedStore.open(configuration)
          try store.writeAsync {
            try store.add(Artist.bob, update: .all)
          } onComplete: { failure in
            notes.record(outcome(failure))
          }
        } catch {
          notes.record("\(error)")
        }
      }
      thread.finish()
      let received = notes.entries
      #expect(received == ["stored"] || received == ["the store's thread has ended"], "\(received)")
      let store = try folder.open()
      try store.write { try store.add(Artist.ann, update: .all) }
    }
  }

  @Test
  func `a commit in progress is completed with its outcome (R-72)`() throws {
    for number in 1...30 {
      let notes = Recorder<String>()
      let configuration = folder.configuration
      let (thread, hasRun) = (ConfinedThread(name: "ending"), Gate())
      try thread.sync {
        let store = try ConfinedStore.open(configuration)
        try store.writeAsync {
          try store.add(Artist(id: number))
          // The thread takes no more tasks, so the commit cannot complete there.
          thread.finish()
          hasRun.open()
        } onComplete: { failure in
          notes.record("\(outcome(failure)) \(store.artists.count)")
        }
      }
      hasRun.wait()
      thread.finish()
      #expect(notes.entries == ["stored \(number)"])
    }
  }

  @Test
  func `an open write is cancelled (R-19)`() throws {
    let kept = try folder.configuration.elsewhere { store in
      try store.beginWrite()
      try store.add(Artist.bob)
      return Kept(store)
    }
    let store = try folder.open(.ann)
    #expect(store.names == ["Ann"])
    kept.store = nil
  }

  @Test
  func `a thread with a loop of its own, which refuses, completes its writes when it ends (R-72)`()
    throws
  {
    let notes = Recorder<String>()
    let store = try folder.open()
    let configuration = folder.configuration
    try store.beginWrite()
    let loop = RefusingLoop()
    try onPlainThread {
      StoreThread.takesTasks(from: loop, name: "refusing")
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync {
        notes.record("runs")
      } onComplete: { failure in
        let place = StoreThread.name ?? ""
        notes.record("\(outcome(failure)) on \(place)")
        loop.completed.signal()
      }
    }
    loop.completed.wait()
    try store.cancelWrite()
    try store.write { try store.add(Artist.ann) }
    #expect(notes.entries == ["the store's thread has ended on refusing"])
  }

  @Test
  func `a completion at the end of its thread cannot queue writes (R-72)`() throws {
    let notes = Recorder<String>()
    let store = try folder.open()
    let configuration = folder.configuration
    let thread = ConfinedThread(name: "ending")
    try store.beginWrite()
    try thread.sync {
      let store = try ConfinedStore.open(configuration)
      try store.writeAsync({}) { first in
        let second = failure { try store.writeAsync({}) }
        try? store.beginWrite()
        for note in [outcome(first), second ?? "queued"] { notes.record(note) }
      }
    }
    store.invalidate()
    thread.finish()
    try store.write { try store.add(Artist.ann) }
    let received = notes.entries
    let isRefused = received == ["the store's thread has ended", "the current thread has no loop"]
    let isStored = received.first == "stored"
    #expect(isRefused || isStored, "\(received)")
  }

  @Test
  func
    `a thread that waits for a writer does not stop it by a write that it has queued (R-20 R-72)`()
    throws
  {
    let configuration = folder.configuration.with(\.busyTimeout, .milliseconds(100))
    let first = try Watcher(configuration)
    let second = try Watcher(configuration, name: "second")
    try first.turn { store, watcher in
      try store.writeAsync {
        try store.add(Artist.ann)
      } onComplete: { failure in
        watcher.note(outcome(failure))
      }
      // The turn is granted to this thread, which waits here instead of taking it.
      try second.thread.sync {
        let store = try ConfinedStore.open(configuration)
        try store.write { _ = try store.add(Artist.bob) }
      }
    }
    try first.finish()
    let names = try first.names
    #expect(first.notes == ["stored"])
    #expect(names == ["Ann", "Bob"])
    first.close()
    second.close()
  }

  @Test
  func `an actor is not retained by its store, and lives until its writes are done (R-75)`()
    async throws
  {
    var archive: Archive? = try await Archive(opened: folder.configuration)
    let stored = OneShot<String>()
    weak let watched = archive
    try await archive?.use { store in
      _ = try store.writeAsync {
        try store.add(Artist.ann)
      } onComplete: { failure in
        stored.fulfill(outcome(failure))
      }
    }
    archive = nil
    let ended = await stored.value
    let names = try folder.open().names
    #expect(ended == "stored")
    #expect(names == ["Ann"])
    // The actor's last task may still run.
    while watched != nil { await Task.yield() }
  }

  @Test
  func `each store of the thread is ended, even if a completion opens another (R-72)`() throws {
    let notes = Recorder<String>()
    let files = (0..<4).map {
      ConfinedStore.Configuration.artists(folder.folder.appending(path: "\($0)"))
    }
    let kept = try files.map { try ConfinedStore.open($0) }
    for store in kept { try store.beginWrite() }
    try elsewhere {
      _ = try ConfinedStore.open(files[0])
      let stores = try files[1...2].map { try ConfinedStore.open($0) }
      for (number, store) in stores.enumerated() {
        try store.writeAsync {
        } onComplete: {
          notes.record("\(number) \(outcome($0))")
          _ = try? ConfinedStore.open(files[3])
        }
      }
      StoreThread.endTasks()
      notes.record("ended")
    }
    for store in kept { try store.cancelWrite() }
    #expect(
      notes.entries == [
        "0 the store's thread has ended", "1 the store's thread has ended", "ended",
      ])
  }
}
