import Concurrency
import Foundation
import SQLite
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `The write-ahead log`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  /// The length of the log in bytes. Each write of these tests adds some 250,000.
  private var length: Int {
    let path = folder.file.path + "-wal"
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int ?? 0
  }

  @Test
  func `is restarted with stores on other threads, which advance to each version`() throws {
    let store = try folder.open()
    let others = try (0..<3).map { try Watcher(folder.configuration, name: "other \($0)") }
    for other in others { try other.observe() }
    for number in 0..<30 {
      try store.writeLong(number)
      // All stores advance, and the last one copies the log. Then all pin the version again.
      for other in others + others { other.settle() }
    }
    let length = length
    for other in others { other.close() }
    #expect(length < 6_000_000)
  }

  @Test
  func `is kept as long as a frozen copy may read from it, and no longer`() throws {
    let store = try folder.open(.ann)
    var frozen: FrozenStore? = try store.freeze()
    for number in 0..<30 { try store.writeLong(number) }
    let (kept, name) = (length, frozen?.object(ofType: Artist.self, forPrimaryKey: 1)?.name)
    frozen = nil
    for number in 0..<3 { try store.writeLong(number) }
    #expect(kept > 7_000_000)
    #expect(name == "Ann")
    #expect(length < 6_000_000)
  }

  @Test
  func `is restarted behind a symbolic link too`() throws {
    let link = folder.folder.appending(path: "link.db")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.file)
    let store = try ConfinedStore.open(.artists(link))
    for number in 0..<30 { try store.writeLong(number) }
    let length = length
    #expect(length > 0 && length < 6_000_000)
  }

  @Test
  func `that is long leaves a store at its own commit, even if another commits meanwhile (R-49)`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    try watcher.observe()
    let (configuration, writes) = (folder.configuration, Recorder<String>())
    let slow = ThreadPool(name: "slow")
    // The loop is signalled after the commit, then after copying the log.
    let loop = ImmediateLoop(thread: slow) { count in
      guard count == 2 else { return }
      try? configuration.writeElsewhere { try $0.add(Artist(id: 0)) }
      writes.record("other")
    }
    let kept = Kept()
    _ = try slow.sync {
      StoreThread.takesTasks(from: loop, name: "slow")
      kept.store = try ConfinedStore.open(configuration)
      // A version that this store pins would prevent copying the log.
      kept.store?.invalidate()
    }
    let (versions, count) = try watcher.turn { store, watcher in
      let name = longName(0)
      try store.write(withoutNotifying: watcher.silent) {
        try store.add((1...20).map { Artist(id: $0, name: name) })
      }
      return (try store.version, store.artists.count)
    }
    _ = slow.sync { kept.store = nil }
    watcher.close()
    #expect(writes.entries == ["other"])
    #expect(versions == 1)
    #expect(count == 20)
    #expect(watcher.notes == ["initial 0", "update [] [0] []"])
  }

  /// The connection simulates another program.
  @Test
  func `with another program's writes is restarted by a store that refreshes after each`() throws {
    let store = try folder.open(.ann)
    let other = try Connection(at: folder.file)
    for number in 0..<30 {
      try other.run("UPDATE Artist SET name = ?", longName(number))
      try store.refresh()
    }
    #expect(length < 6_000_000)
  }

  /// Simulates a full disk by limiting the size of this process's files to 12 MB.
  @Test(.exitTest, arguments: [true, false])
  func `that has filled the disk is restarted once no snapshot uses it`(isFrozenCopy: Bool) async {
    await #expect(processExitsWith: .success) { [isFrozenCopy = isFrozenCopy as Bool] in
      ResourceLimit.fileSize.set(12_000_000)
      let folder = try StoreFolder()
      let store = try folder.open(.ann)
      func write(_ number: Int) -> Bool { (try? store.writeLong(number)) != nil }
      // The database file gets its pages before the disk is full.
      for number in 0..<20 { #expect(write(number)) }
      var number = 0
      func fill() {
        while number < 100, write(number) { number += 1 }
      }
      if isFrozenCopy {
        let frozen = try store.freeze()
        withExtendedLifetime(frozen) { fill() }
      } else {
        let other = try Connection(at: folder.file)
        try other.transaction(.deferred) {
          let count: Int = try other.value("SELECT count(*) FROM Artist")
          #expect(count == 1)
          fill()
        }
      }
      #expect(number < 100)
      #expect((0..<3).map(write).last == true)
    }
  }
}

/// A loop that runs each task synchronously on its thread.
private final class ImmediateLoop: TaskLoop {
  private let thread: ThreadPool
  private let count = Locked(0)
  private let before: @Sendable (Int) -> Void

  /// - Parameters:
  ///   - thread: The thread of the tasks.
  ///   - before: Called before a task, with the number of tasks so far.
  init(thread: ThreadPool, before: @escaping @Sendable (Int) -> Void) {
    self.thread = thread
    self.before = before
  }

  func enqueue(_ task: @escaping @Sendable () -> Void) -> Bool {
    before(
      count.withLock { count in
        count += 1
        return count
      })
    return thread.sync(task) != nil
  }
}

/// A name of 240,000 bytes. Decoding bytes is much faster than repeating a string.
private func longName(_ number: Int) -> String {
  String(decoding: Data(repeating: UInt8(number % 10 + 48), count: 240_000), as: UTF8.self)
}

extension ConfinedStore {
  fileprivate func writeLong(_ number: Int) throws {
    try write { try add(Artist(id: 1, name: longName(number)), update: .all) }
  }
}
