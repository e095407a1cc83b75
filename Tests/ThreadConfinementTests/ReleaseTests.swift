import Concurrency
import Foundation
import TestSupport
import Testing
import ThreadConfinement

/// A capture of an observer that records the thread on which it is released.
private func capture(_ notes: Recorder<String>) -> DeinitProbe {
  DeinitProbe { notes.record("released on \(StoreThread.name ?? "another thread")") }
}

@Suite(.serialized)
struct `Where stores and observers are released`: ~Copyable {
  let folder: StoreFolder
  let notes = Recorder<String>()
  let carried = Kept()
  init() throws { folder = try StoreFolder() }

  /// Opens a store on a thread. Only its token retains it.
  private func observe(on thread: ConfinedThread) throws {
    let (configuration, notes, carried) = (folder.configuration, notes, carried)
    try thread.sync {
      let store = try ConfinedStore.open(configuration)
      let held = capture(notes)
      carried.released = store
      carried.token = try store.artists.observe { _ in withExtendedLifetime(held) {} }
    }
    thread.sync {}
  }

  private var isGone: Bool { carried.released == nil }

  @Test
  func `a token that is the last owner frees both on the store's thread (R-50)`() throws {
    let thread = ConfinedThread(name: "home")
    for _ in 0..<50 {
      try observe(on: thread)
      // Releases the token on this thread.
      carried.token = nil
      thread.sync {}
      #expect(isGone)
    }
    thread.finish()
    #expect(notes.entries == Array(repeating: "released on home", count: 50))
  }

  @Test
  func `a thread that takes tasks again frees both, although its loop refuses (R-50)`() throws {
    let (configuration, notes, carried) = (folder.configuration, notes, carried)
    try onPlainThread {
      StoreThread.endTasks()
      StoreThread.takesTasks(from: RefusingLoop(), name: "again")
      do {
        let held = capture(notes)
        let artists = try ConfinedStore.open(configuration).artists
        carried.token = try artists.observe { _ in withExtendedLifetime(held) {} }
      }
      let other = ConfinedThread(name: "other")
      other.sync { carried.token = nil }
      other.finish()
      StoreThread.endTasks()
    }
    #expect(notes.entries == ["released on again"])
  }

  @Test
  func `the end of a thread frees its observers and its version; its token keeps an empty store`()
    throws
  {
    let thread = ConfinedThread(name: "home")
    try observe(on: thread)
    thread.finish()
    #expect(notes.entries == ["released on home"])
    carried.token = nil
    #expect(isGone)
    // Without other snapshots, the next connection is the only one and removes the log on closing.
    try folder.configuration.writeElsewhere { _ in }
    let isLogLeft = FileManager.default.fileExists(atPath: folder.file.path + "-wal")
    #expect(!isLogLeft)
  }

  /// Observes with a capture, and runs a closure at each call.
  private func observe(
    _ watcher: Watcher, onCall: @escaping @Sendable (Watcher) -> Void = { _ in }
  ) throws {
    try watcher.turn { [notes] store, watcher in
      let object = capture(notes)
      watcher.token = try store.artists.observe { change in
        withExtendedLifetime(object) { watcher.note(change) }
        onCall(watcher)
      }
    }
  }

  @Test
  func `a token may be released by its own observer (R-50)`() throws {
    let watcher = try Watcher(folder.configuration)
    try observe(watcher) { $0.token = nil }
    try watcher.write { try $0.add(Artist.ann) }
    watcher.close()
    #expect(watcher.notes == ["initial 0"])
    #expect(notes.entries == ["released on realm_task_thread"])
  }

  @Test
  func `releasing a token elsewhere during a write ends its observer (R-50)`() throws {
    let watcher = try Watcher(folder.configuration)
    try observe(watcher)
    try watcher.turn { store, watcher in
      try store.write {
        try store.add(Artist.ann)
        try elsewhere { watcher.token = nil }
      }
    }
    watcher.close()
    #expect(watcher.notes == ["initial 0"])
    #expect(notes.entries == ["released on realm_task_thread"])
  }

  @Test
  func `tokens that many threads release concurrently are released once, on the store's thread`()
    throws
  {
    let thread = ConfinedThread(name: "home")
    let (configuration, notes) = (folder.configuration, notes)
    let tokens = try thread.sync {
      let store = try ConfinedStore.open(configuration)
      return try (0..<40).map { _ in
        let object = capture(notes)
        return try store.artists.observe { _ in withExtendedLifetime(object) {} }
      }
    }
    let shared = Locked(tokens ?? [])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      while let token = shared.withLock({ $0.popLast() }) { token.invalidate() }
    }
    thread.finish()
    #expect(notes.entries == Array(repeating: "released on home", count: 40))
  }

  @Test
  func `a token retains its store until it is released`() throws {
    let thread = ConfinedThread(name: "home")
    try observe(on: thread)
    let carried = carried
    let isKept = thread.sync { carried.released != nil }
    thread.sync { carried.token?.invalidate() }
    let isReleased = thread.sync { carried.released == nil }
    thread.finish()
    // The token outlives the store and its thread.
    carried.token?.invalidate()
    carried.token = nil
    #expect(isKept == true)
    #expect(isReleased == true)
  }
}
