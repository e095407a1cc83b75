import Concurrency
import Foundation
import Testing

/// What is committed, and how many commits led to it.
private struct Version {
  var number = 0
  var names: [Int: String] = [:]
}

/// A table of artists, for all threads.
private final class Table: Sendable {
  private let version = Locked(Version())

  var newest: Version { version.withLock { $0 } }

  func commit(_ name: String?, id: Int) {
    version.withLock { version in
      version.number += 1
      version.names[id] = name
    }
  }
}

/// An artist that is read whenever it is used.
private struct LiveArtist {
  let table: Table
  let id: Int

  var name: String? { table.newest.names[id] }
}

/// A value that is used on the thread that made it.
private final class HomeValue<Value> {
  private let home = Thread.current
  private var value: Value

  init(_ value: Value) { self.value = value }

  func use<Result>(_ body: (inout Value) -> Result) -> Result {
    guard Thread.current === home else { fatalError("used on another thread") }
    return body(&value)
  }
}

/// A table that stays at its version until it is refreshed.
private struct PinnedTable {
  private let table: Table
  private var version: Version

  init(_ table: Table) {
    self.table = table
    version = table.newest
  }

  var names: [Int: String] { version.names }

  mutating func refresh() -> Bool {
    let newest = table.newest
    defer { version = newest }
    return newest.number > version.number
  }
}

/// Calls its observers after a refresh, with the ids that were added and removed.
private struct ObservedTable {
  typealias Observer = (_ added: [Int], _ removed: [Int]) -> Void

  private var pinned: PinnedTable
  private var observers: [Observer] = []

  init(_ table: Table) { pinned = PinnedTable(table) }

  mutating func observe(_ observer: @escaping Observer) { observers.append(observer) }

  mutating func refresh() {
    let old = Set(pinned.names.keys)
    guard pinned.refresh() else { return }
    let new = Set(pinned.names.keys)
    for observer in observers {
      observer(new.subtracting(old).sorted(), old.subtracting(new).sorted())
    }
  }
}

/// Takes a pinned table to another thread, once.
private final class Ticket: Sendable {
  private let content: Locked<PinnedTable?>

  init(_ table: PinnedTable) { content = Locked(table) }

  func redeem() -> HomeValue<PinnedTable>? {
    let table = content.withLock { content in
      defer { content = nil }
      return content
    }
    return table.map { HomeValue($0) }
  }
}

private func useOnAnotherThread() {
  // Unsafe because the test intentionally uses it on another thread.
  nonisolated(unsafe) let artists = HomeValue(["Ann"])
  JoinableThread.start(name: "another") { artists.use { $0.append("Bob") } }.join()
}

struct `A confined store in steps` {
  private let table = Table()

  @Test
  func `begins as an object that is read when it is used`() {
    let ann = LiveArtist(table: table, id: 1)
    var names: [String?] = []
    table.commit("Ann", id: 1)
    names.append(ann.name)
    table.commit("Anna", id: 1)
    names.append(ann.name)
    table.commit(nil, id: 1)
    names.append(ann.name)
    #expect(names == ["Ann", "Anna", nil])
  }

  @Test
  func `is used where it was made`() {
    let artists = HomeValue(["Ann"])
    artists.use { $0.append("Bob") }
    let names = artists.use { $0 }
    #expect(names == ["Ann", "Bob"])
  }

  @Test
  func `ends the process when it is used on another thread`() async {
    let ended = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      useOnAnotherThread()
    }
    let errors = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(errors.contains("used on another thread"), "\(errors)")
  }

  @Test
  func `stays at its version until it is refreshed`() {
    var pinned = PinnedTable(table)
    table.commit("Ann", id: 1)
    var counts = [pinned.names.count]
    let advanced = [pinned.refresh(), pinned.refresh()]
    counts.append(pinned.names.count)
    #expect(counts == [0, 1])
    #expect(advanced == [true, false])
  }

  @Test
  func `calls its observers once for all that a refresh brings`() {
    var observed = ObservedTable(table)
    var lines: [String] = []
    observed.observe { lines.append("added \($0), removed \($1)") }
    table.commit("Ann", id: 1)
    table.commit("Bob", id: 2)
    table.commit(nil, id: 1)
    observed.refresh()
    observed.refresh()
    table.commit(nil, id: 2)
    observed.refresh()
    #expect(lines == ["added [2], removed []", "added [], removed [2]"])
  }

  @Test
  func `goes to another thread by a ticket, once`() {
    table.commit("Ann", id: 1)
    let ticket = Ticket(PinnedTable(table))
    table.commit("Anna", id: 1)
    let names = Locked<[String?]>([])
    JoinableThread.start(name: "another") {
      for _ in 1...2 {
        let name = ticket.redeem()?.use { $0.names[1] }
        names.withLock { $0.append(name ?? nil) }
      }
    }
    .join()
    #expect(names.withLock { $0 } == ["Ann", nil])
  }
}
