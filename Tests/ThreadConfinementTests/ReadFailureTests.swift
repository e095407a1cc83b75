import Concurrency
import Foundation
import SQLite
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Reads that fail`: ~Copyable {
  let folder: StoreFolder
  let reported = Locked<[String]>([])
  init() throws { folder = try StoreFolder() }

  /// A store whose read errors are recorded.
  private func open() throws -> ConfinedStore {
    var configuration = folder.configuration
    let reported = reported
    configuration.onReadFailure = { failure in reported.withLock { $0.append("\(failure)") } }
    return try .open(configuration)
  }

  /// The error that a checked read throws.
  private func refusal<Value>(_ body: () throws -> Value) -> String? {
    failure { _ = try ConfinedStore.checkingReads { try body() } }
  }

  private func dropTable() throws {
    let connection = try Connection(at: folder.file)
    try connection.execute("DROP TABLE Artist")
  }

  @Test
  func `a table that another process dropped leaves every property empty, and is reported`() throws
  {
    let store = try open()
    try store.write { try store.add([Artist.ann, .bob]) }
    let ann = try #require(store.artist(1))
    let artists = store.artists
    let frozen = try store.freeze()
    try dropTable()
    try store.refresh()
    let values =
      "\(artists.count) \(artists.isEmpty) \(artists.first?.name ?? "-") \(artists.last?.name ?? "-") "
      + "\(artists[0].name) \(artists[70].id) \(artists.map(\.name)) "
      + "\(artists.sum(of: \.id)) "
      + "\(store.artist(1)?.name ?? "-") \(artists.firstIndex(of: ann) ?? -1)"
    #expect(values == "0 true - -  0 [] 0 - -1")
    // The last known values remain.
    #expect(ann.name == "Ann")
    #expect(ann.snapshot == .ann)
    #expect(!ann.isInvalidated)
    // The frozen copy still has its version.
    #expect(frozen.objects(Artist.self).map(\.name) == ["Ann", "Bob"])
    let lines = reported.withLock { $0 }
    let areAll = lines.allSatisfy { $0.contains("no such table: Artist") }
    #expect(areAll && lines.count > 10, "\(lines)")
  }

  @Test
  func `checkingReads throws the first error, and no other report is made`() throws {
    let store = try open()
    try store.write { try store.add([Artist.ann, .bob]) }
    try dropTable()
    try store.refresh()
    let refusals = [
      refusal { store.artists.count }, refusal { store.artists.map(\.name) },
      refusal { try store.freeze().objects(Artist.self).count },
      refusal { store.isEmpty }, failure { _ = try store.managed(Artist.ann) },
    ]
    for refusal in refusals {
      #expect(refusal?.contains("no such table: Artist") == true, "\(refusal ?? "none")")
    }
    // Each level throws its own error. A block without reads of its own does not throw.
    let outer = refusal {
      let inner = refusal { store.artists.count }
      #expect(inner != nil)
    }
    #expect(outer == nil)
    let lines = reported.withLock { $0 }
    #expect(lines == [])
  }

  @Test
  func `a disk that fails is reported as well (SQLITE_IOERR)`() throws {
    let store = try open()
    try store.write {
      try store.add((0..<5000).map { Artist(id: $0, name: String(repeating: "n", count: 50)) })
    }
    // Moves all data to the database file before it is truncated.
    store.invalidate()
    do {
      let connection = try Connection(at: folder.file)
      let _: Int = try connection.value("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    let size = try FileManager.default.attributesOfItem(atPath: folder.file.path)[.size] as? Int
    let whole = try #require(size)
    let descriptor = Foundation.open(folder.file.path, O_WRONLY)
    ftruncate(descriptor, off_t(whole / 2))
    close(descriptor)
    let refusal = refusal { store.artists.sorted(by: \.name).count }
    let names = refusal == nil ? self.refusal { store.artists.map(\.name) } : refusal
    #expect(
      names?.contains("disk") == true || names?.contains("malformed") == true, "\(names ?? "none")")
  }

  @Test
  func `pages that are damaged are reported when they are read (SQLITE_CORRUPT)`() throws {
    do {
      let store = try folder.open()
      try store.write {
        try store.add((0..<5000).map { Artist(id: $0, name: String(repeating: "n", count: 50)) })
      }
    }
    var bytes = try Data(contentsOf: folder.file)
    let rest = 20 * 4096..<bytes.count
    bytes.replaceSubrange(rest, with: Data(repeating: 0xEE, count: rest.count))
    try bytes.write(to: folder.file)
    let store = try open()
    let found = refusal { store.names }
    #expect(found?.contains("malformed") == true, "\(found ?? "none")")
  }

  @Test
  func `a failed assignment of a property is an error of the commit`() throws {
    var configuration = folder.configuration
    configuration.pageLimit = 12
    let store = try ConfinedStore.open(configuration)
    let ann = try store.write { try store.add(Artist.ann) }
    let refusal = failure {
      try store.write { ann.name = String(repeating: "n", count: 100_000) }
    }
    let isOpen = store.isInWriteTransaction
    #expect(refusal?.contains("database or disk is full") == true, "\(refusal ?? "none")")
    #expect(!isOpen)
    #expect(ann.name == "Ann")
    try store.write { ann.name = "Anna" }
    #expect(store.names == ["Anna"])
  }
}
