import Concurrency
import Foundation
import Testing
import ThreadConfinement

/// A capture of an observer that records the thread on which it is released.
private final class Held: Sendable {
  let notes: Locked<[String]>
  init(_ notes: Locked<[String]>) { self.notes = notes }
  deinit {
    let place = CurrentThread.name ?? "another thread"
    notes.withLock { $0.append("released on \(place)") }
  }
}

/// A token and a weak store, shared between threads.
final class TokenCarrier: @unchecked Sendable {
  // Unchecked because the thread and the test use it alternately.
  var token: NotificationToken?
  weak var store: ConfinedStore?
}

@Suite(.serialized)
struct `Where stores and observers are released`: ~Copyable {
  let folder: StoreFolder
  let notes = Locked<[String]>([])
  private let carried = TokenCarrier()
  init() throws { folder = try StoreFolder() }

  /// Opens a store on a thread. Only its token retains it.
  private func observe(on thread: ConfinedThread) throws {
    let (configuration, notes, carried) = (folder.configuration, notes, carried)
    try thread.sync {
      let store = try ConfinedStore.open(configuration)
      let held = Held(notes)
      carried.store = store
      carried.token = try store.artists.observe { _ in withExtendedLifetime(held) {} }
    }
    thread.sync {}
  }

  private var isGone: Bool { carried.store == nil }

  @Test
  func `a token that is the last owner frees both on the store's thread (R-50)`() throws {
    let thread = ConfinedThread(name: "home")
    for _ in 0..<50 {
      try observe(on: thread)
      // Releases the token on this thread.
      carried.token = nil
      thread.sync {}
      let isGone = isGone
      #expect(isGone)
    }
    thread.finish()
    let released = notes.withLock { $0 }
    #expect(released == Array(repeating: "released on home", count: 50))
  }

  @Test
  func `a thread that takes tasks again frees both, although its loop refuses (R-50)`() throws {
    let (configuration, notes, carried) = (folder.configuration, notes, carried)
    try onPlainThread {
      CurrentThread.endTasks()
      CurrentThread.takesTasks(from: RefusingLoop(), name: "again")
      do {
        let held = Held(notes)
        let artists = try ConfinedStore.open(configuration).artists
        carried.token = try artists.observe { _ in withExtendedLifetime(held) {} }
      }
      let other = ConfinedThread(name: "other")
      other.sync { carried.token = nil }
      other.finish()
      CurrentThread.endTasks()
    }
    let released = notes.withLock { $0 }
    #expect(released == ["released on again"])
  }

  @Test
  func `the end of a thread frees its observers and its version; its token keeps an empty store`()
    throws
  {
    let thread = ConfinedThread(name: "home")
    try observe(on: thread)
    thread.finish()
    let released = notes.withLock { $0 }
    #expect(released == ["released on home"])
    carried.token = nil
    #expect(isGone)
    // Without other snapshots, the next connection is the only one and removes the log on closing.
    let (configuration, path) = (folder.configuration, folder.file.path)
    try elsewhere { try ConfinedStore.open(configuration).write {} }
    let isLogLeft = FileManager.default.fileExists(atPath: path + "-wal")
    #expect(!isLogLeft)
  }

  @Test
  func `a token may be released by its own observer (R-50)`() throws {
    let watcher = try Watcher(folder.configuration)
    let held = notes
    try watcher.turn { store, watcher in
      let object = Held(held)
      watcher.token = try store.artists.observe { change in
        withExtendedLifetime(object) { watcher.note(change) }
        watcher.token = nil
      }
    }
    try watcher.turn { store, _ in try store.write { _ = try store.add(Artist.ann) } }
    watcher.close()
    #expect(watcher.notes == ["initial 0"])
    let released = notes.withLock { $0 }
    #expect(released == ["released on realm_task_thread"])
  }

  @Test
  func `releasing a token elsewhere during a write ends its observer (R-50)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    let held = notes
    try watcher.turn { store, watcher in
      let object = Held(held)
      watcher.token = try store.artists.observe { change in
        withExtendedLifetime(object) { watcher.note(change) }
      }
    }
    try watcher.turn { store, watcher in
      try store.write {
        try store.add(Artist.ann)
        try elsewhere { watcher.token = nil }
      }
    }
    watcher.close()
    #expect(watcher.notes == ["initial 0"])
    let released = notes.withLock { $0 }
    #expect(released == ["released on realm_task_thread"])
  }

  @Test
  func `tokens that many threads release concurrently are released once, on the store's thread`()
    throws
  {
    let thread = ConfinedThread(name: "home")
    let (configuration, held) = (folder.configuration, notes)
    let tokens = try thread.sync {
      let store = try ConfinedStore.open(configuration)
      return try (0..<40).map { _ in
        let object = Held(held)
        return try store.artists.observe { _ in withExtendedLifetime(object) {} }
      }
    }
    let shared = Locked(tokens ?? [])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      while let token = shared.withLock({ $0.popLast() }) { token.invalidate() }
    }
    thread.finish()
    let released = notes.withLock { $0 }
    #expect(released == Array(repeating: "released on home", count: 40))
  }
}
