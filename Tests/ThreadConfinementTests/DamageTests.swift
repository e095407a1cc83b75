import Foundation
import SQLite
import TestSupport
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `Bad files`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test
  func `a file that is not a database is reported and left unchanged`() throws {
    let text = "This is a letter, not a store. " + String(repeating: "Kind regards. ", count: 100)
    try Data(text.utf8).write(to: folder.file)
    let refusal = failure { _ = try folder.open() }
    let left = try String(contentsOf: folder.file, encoding: .utf8)
    let isNamed =
      refusal?.contains("file is not a database") == true
      && refusal?.contains(folder.file.path) == true
    #expect(isNamed, "\(refusal ?? "nil")")
    #expect(left == text)
  }

  @Test
  func `refresh throws if the new version cannot be read, and the store stays at its version`()
    throws
  {
    let watched = try WatchedStore()
    let (file, watcher) = (watched.folder.file, watched.watcher)
    try watcher.write { try $0.add(Artist.ann) }
    do {
      let connection = try Connection(at: file)
      try connection.execute("DELETE FROM _store")
    }
    // With an observer, the loop checks for a newer version.
    try watcher.observe()
    try watcher.turn { store, watcher in
      watcher.note("\(store.names)")
      watcher.noteFailure { try store.refresh() }
    }
    #expect(
      watcher.notes == [
        "initial 1", #"["Ann"]"#,
        "There is no row for SELECT version FROM _store. If that is expected, call first(_:_:).",
      ])
  }

  @Test
  func `a type that is not in the schema is refused`() throws {
    struct Stranger: ConfinedObject {
      var id = 0
      static let columns = [Column("id", \Stranger.id)]
    }
    let store = try folder.open()
    let refusal = failure { try store.write { _ = try store.add(Stranger()) } }
    #expect(refusal == "Stranger is not in the store's schema")
  }
}

@Suite(.serialized)
struct `Reads that fail`: ~Copyable {
  let folder: StoreFolder
  let reported = Recorder<String>()
  init() throws { folder = try StoreFolder() }

  /// A store whose read errors are recorded.
  private func open() throws -> ConfinedStore {
    try .open(
      folder.configuration.with(\.onReadFailure, { [reported] in reported.record("\($0)") }))
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
  func `a count of rows near the largest number refuses a write`() throws {
    let store = try open()
    try Connection(at: folder.file).execute("UPDATE _store SET serial = \(Int64.max)")
    let refusal = failure { try store.write { _ = try store.add([Artist.ann]) } }
    #expect(refusal?.contains("The column serial") == true)
    #expect(store.artists.isEmpty)
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
    let lines = reported.entries
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
    #expect(reported.entries == [])
  }

  @Test
  func `damaged pages are an error of what reads them, and the file is kept (SQLITE_CORRUPT)`()
    throws
  {
    do {
      let store = try folder.open()
      try store.write { try store.add(Artist.many(0..<5000)) }
    }
    // All pages except the first 20, which contain the schema.
    var bytes = try Data(contentsOf: folder.file)
    let (size, rest) = (bytes.count, 20 * 4096..<bytes.count)
    bytes.replaceSubrange(rest, with: Data(repeating: 0xEE, count: rest.count))
    try bytes.write(to: folder.file)
    let store = try open()
    let refusals = [
      refusal { store.names }, failure { try store.write { try store.delete(store.artists) } },
    ]
    let isOpen = store.isInWriteTransaction
    let left = try Data(contentsOf: folder.file).count
    for refusal in refusals {
      #expect(refusal?.contains("malformed") == true, "\(refusal ?? "none")")
    }
    #expect(!isOpen)
    #expect(left == size)
  }

  @Test
  func `a failed assignment of a property is an error of the commit (R-21)`() throws {
    let store = try ConfinedStore.open(folder.configuration.with(\.pageLimit, 12))
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
