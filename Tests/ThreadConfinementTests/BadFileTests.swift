import Foundation
import SQLite
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
  func `damaged pages are an error of the write that reads them, and intact data is kept`()
    throws
  {
    do {
      let store = try folder.open()
      try store.write {
        try store.add((0..<5000).map { Artist(id: $0, name: String(repeating: "n", count: 50)) })
      }
    }
    var bytes = try Data(contentsOf: folder.file)
    let size = bytes.count
    // Overwrites all pages except the first 20, which contain the schema.
    bytes.replaceSubrange((20 * 4096)..<size, with: Data(repeating: 0xEE, count: size - 20 * 4096))
    try bytes.write(to: folder.file)
    let store = try folder.open()
    let refusal = failure {
      try store.write { try store.delete(store.artists) }
    }
    let isOpen = store.isInWriteTransaction
    let left = try Data(contentsOf: folder.file).count
    #expect(refusal?.contains("malformed") == true, "\(refusal ?? "nil")")
    #expect(!isOpen)
    #expect(left == size)
  }

  @Test
  func `a schema that changed in the file is reported`() throws {
    do {
      let connection = try Connection(at: folder.file)
      try connection.execute("CREATE TABLE Artist (id INTEGER PRIMARY KEY, title TEXT)")
    }
    let refusal = failure { _ = try folder.open() }
    let isNamed = refusal?.hasPrefix("the file holds Artist as (id INTEGER, title TEXT)") == true
    #expect(isNamed, "\(refusal ?? "nil")")
  }

  @Test
  func `refresh throws if the new version cannot be read, and the store stays at its version`()
    throws
  {
    let watcher = try Watcher(folder.configuration)
    try watcher.turn { store, _ in try store.write { _ = try store.add(Artist.ann) } }
    do {
      let connection = try Connection(at: folder.file)
      try connection.execute("DELETE FROM _store")
    }
    // With an observer, the loop checks for a newer version.
    try watcher.turn { store, watcher in
      watcher.token = try store.artists.observe { watcher.note($0) }
    }
    try watcher.turn { store, watcher in
      watcher.note("\(store.names)")
      watcher.note(failure { try store.refresh() } ?? "none")
    }
    watcher.close()
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

  @Test
  func `a token retains its store until it is released`() throws {
    let thread = ConfinedThread(name: "realm_task_thread")
    let configuration = folder.configuration
    let carried = TokenCarrier()
    try thread.sync {
      let store = try ConfinedStore.open(configuration)
      carried.store = store
      carried.token = try store.artists.observe { _ in }
    }
    let isKept = thread.sync { carried.store != nil }
    thread.sync { carried.token?.invalidate() }
    let isGone = thread.sync { carried.store == nil }
    thread.finish()
    // The token outlives the store and its thread.
    carried.token?.invalidate()
    carried.token = nil
    #expect(isKept == true)
    #expect(isGone == true)
  }
}
