import Concurrency
import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Notification tokens`: ~Copyable {
  let watched: WatchedStore
  init() throws { watched = try WatchedStore() }
  var watcher: Watcher { watched.watcher }

  @Test
  func `a silent write skips that observer, whose next update is of later changes only (R-49)`()
    throws
  {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { watcher.note($0, as: "one ") }
      watcher.second = try store.artists.observe { watcher.note($0, as: "two ") }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write(withoutNotifying: [token]) { try store.add(Artist.ann) }
    }
    try watched.write { try $0.add(Artist.bob) }
    // The observer receives the change that was pending before the silent write.
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { try store.add(Artist.cid) }
      try store.write(withoutNotifying: [token]) { store.artist(1)?.age = 31 }
    }
    #expect(
      watcher.notes == [
        "one initial 0", "two initial 0", "two update [] [0] []", "one update [] [1] []",
        "two update [] [1] []", "one update [] [2] []", "two update [] [2] [0]",
      ])
  }

  @Test
  func `an observer that throws before a silent write leaves no write open (R-49)`() throws {
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { change in
        if case .update = change { throw CancellationError() }
      }
    }
    try watcher.turn { store, watcher in
      let token = try #require(watcher.token)
      try store.write { try store.add(Artist.ann) }
      let refusal = failure {
        try store.write(withoutNotifying: [token]) { _ = try store.add(Artist.bob) }
      }
      watcher.note(refusal ?? "none")
      watcher.note("in write \(store.isInWriteTransaction) \(store.names)")
      token.invalidate()
    }
    #expect(
      watcher.notes == ["an observer threw: CancellationError()", #"in write false ["Ann"]"#])
  }

  @Test
  func `a silent write refuses a token of another store (R-49)`() throws {
    try watched.observe()
    let token = try #require(watcher.token)
    let store = try watched.folder.open()
    let refusal = failure { try store.write(withoutNotifying: [token]) {} }
    let isOpen = store.isInWriteTransaction
    #expect(refusal == "belongs to another store")
    #expect(!isOpen)
  }

  @Test
  func `invalidating or releasing a token ends the calls (R-50)`() throws {
    try watched.observe()
    try watcher.turn { store, watcher in
      watcher.second = try store.artists.observe { watcher.note($0, as: "two ") }
    }
    // Invalidated on another thread.
    watcher.token?.invalidate()
    try watched.write { try $0.add(Artist.ann) }
    try watcher.turn { _, watcher in watcher.second = nil }
    try watched.write { try $0.add(Artist.bob) }
    #expect(watcher.notes == ["initial 0", "two initial 0", "two update [] [0] []"])
  }

  @Test
  func `invalidating a token releases the observer's captures (R-50)`() throws {
    let held = Locked(Held())
    try watcher.turn { store, watcher in
      let screen = Screen()
      held.withLock { $0.screen = screen }
      watcher.token = try store.artists.observe { _ in withExtendedLifetime(screen) {} }
    }
    let isHeld = held.withLock { $0.screen != nil }
    // Invalidated on another thread, without a later write.
    watcher.token?.invalidate()
    watcher.settle()
    let isHeldStill = held.withLock { $0.screen != nil }
    #expect(isHeld)
    #expect(!isHeldStill)
  }

  @Test
  func `a token that ends before a busy queue registers the observer prevents all calls (R-50)`()
    throws
  {
    let queue = ConfinedQueue(label: "datamanager")
    let busy = DispatchSemaphore(value: 0)
    queue.async { busy.wait() }
    try watcher.turn { store, watcher in
      watcher.token = store.artists.observe(on: queue) { watcher.note($0) }
      watcher.token?.invalidate()
    }
    busy.signal()
    queue.sync {}
    #expect(watcher.notes == [])
  }
}

/// A screen that shows the changes of an observer.
private final class Screen: Sendable {}

/// A weak reference to a screen.
private struct Held {
  weak var screen: Screen?
}
