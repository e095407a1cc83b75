import DataAccess
import Foundation
import TestSupport
import Testing

@Suite(.serialized)
struct `Pending saves`: ~Copyable {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private var saves: any PendingSaves { DataAccessFactory.pendingSaves(beside: folder.database) }

  private var file: URL { folder.url.appending(path: "users.db.pending") }

  @Test
  func `are initially empty, and leave no file when they are empty`() throws {
    let none = try saves.all()
    try saves.remove(PendingSave(id: 1, name: "Taylor"))
    let files = folder.names
    #expect(none == [])
    #expect(files == [])
  }

  @Test
  func `remain for the next launch, the latest of each user`() throws {
    for save in [(2, "Ann"), (1, "Jake"), (1, "Taylor")] {
      try saves.add(PendingSave(id: Int64(save.0), name: save.1))
    }
    let waiting = try saves.all()
    try saves.remove(PendingSave(id: 1, name: "Jake"))
    let afterAnEarlierOne = try saves.all()
    try saves.remove(PendingSave(id: 1, name: "Taylor"))
    let afterwards = try saves.all()
    try saves.remove(PendingSave(id: 2, name: "Ann"))
    let files = folder.names
    #expect(waiting == [PendingSave(id: 1, name: "Taylor"), PendingSave(id: 2, name: "Ann")])
    #expect(afterAnEarlierOne == waiting)
    #expect(afterwards == [PendingSave(id: 2, name: "Ann")])
    #expect(files == [])
  }

  @Test(arguments: ["", "\"]}", "a\nb", "👩‍👩‍👧‍👦", "nul\0", "e\u{301}", "'); DROP TABLE user; --"])
  func `hold any name, byte for byte`(name: String) throws {
    try saves.add(PendingSave(id: .min, name: name))
    let names = try saves.all().map { Array($0.name.utf8) }
    #expect(names == [Array(name.utf8)])
  }

  @Test
  func `whose names differ only in their bytes are two`() throws {
    try saves.add(PendingSave(id: 1, name: "\u{E9}"))
    try saves.remove(PendingSave(id: 1, name: "e\u{301}"))
    let waiting = try saves.all().map { Array($0.name.utf8) }
    #expect(waiting == [Array("\u{E9}".utf8)])
  }

  @Test(arguments: ["", "{", "[1]", #"[{"id":1}]"#])
  func `in a damaged file are an error, and the file is unchanged`(text: String) throws {
    try Data(text.utf8).write(to: file)
    let saves = saves
    let errors = [
      #expect(throws: DataAccessError.self) { _ = try saves.all() },
      #expect(throws: DataAccessError.self) { try saves.add(PendingSave(id: 1, name: "Ann")) },
    ]
    let left = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(errors.map { $0?.cause } == [.savesCorrupt, .savesCorrupt])
    #expect(errors.first??.description.contains(file.path) == true)
    #expect(left == text)
  }

  @Test
  func `that cannot be written or read are errors that name the file`() throws {
    let nowhere = DataAccessFactory.pendingSaves(beside: folder.url.appending(path: "no/users.db"))
    let adding = #expect(throws: DataAccessError.self) {
      try nowhere.add(PendingSave(id: 1, name: "Ann"))
    }
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let saves = saves
    let reading = #expect(throws: DataAccessError.self) { _ = try saves.all() }
    #expect(adding?.cause == .saveNotWritten)
    #expect(adding?.description.contains("/no/users.db.pending") == true)
    #expect(reading?.cause == .savesUnreadable)
  }

  @Test
  func `of many threads are all kept, even with several instances for one file`() throws {
    let saves = saves
    let instances = [saves, self.saves]
    DispatchQueue.concurrentPerform(iterations: 20) { number in
      let saves = instances[number / 2 % 2]
      do {
        try saves.add(PendingSave(id: Int64(number), name: "Ann"))
        if number.isMultiple(of: 2) {
          try saves.remove(PendingSave(id: Int64(number), name: "Ann"))
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(try saves.all().map(\.id) == stride(from: 1, to: 20, by: 2).map { $0 })
  }
}

@Suite(.serialized)
struct `An error of the database` {
  @Test(
    arguments: [
      (.locked, "locked", "Try again"), (.readOnly, "read only", "Try again"),
      (.full, "full", "Free some space"), (.corrupt, "corrupt", "Restore"),
      (.newerVersion(found: 3, known: 1), "newer version", "has version 3"),
      (.cannotOpen, "cannot open", "Choose"), (.noSuchUser(7), "no user 7", "Insert"),
      (.userExists(7), "user 7 exists", "Update"),
      (.tooManyOpenFiles, "too many open files", "too many files are open"),
      (.onWriteThread, "already on dal.write", "asynchronously"),
      (.onReadThread, "on dal.read", "asynchronously"),
      (.transactionEnded, "transaction ended", "Call the database"),
      (.abandoned, "abandoned", "an error of their own"), (.closed, "closed", "Open it again"),
      (.savesUnreadable, "cannot read", "Allow"), (.saveNotWritten, "cannot write", "Free"),
      (.savesCorrupt, "corrupt", "remove it"), (.other, "failed", "failed"),
    ] as [(DataAccessError.Cause, String, String)])
  func `has a few words for a log and sentences for a user`(
    cause: DataAccessError.Cause, words: String, remedy: String
  ) {
    let error = DataAccessError(cause, details: "SQLite says so.")
    #expect(cause.description == words)
    #expect(error.description.contains(remedy))
    #expect(error.description.hasSuffix(" SQLite says so."))
    #expect(error.localizedDescription == error.description)
  }

  @Test
  func `of SQLite has SQLite's message, with the file`() throws {
    let users = try OpenUsers()
    let database = users.database
    try database.runOnWriter("PRAGMA query_only = ON")
    let error = #expect(throws: DataAccessError.self) {
      try database.insert(.named("Jake"))
    }
    let text = try #require(error).description
    #expect(
      text.hasPrefix("The database is read-only. Try again when it can be written. SQLite refused"))
    #expect(text.contains("readonly"))
    #expect(text.contains(users.folder.database.path))
    #expect(!text.contains("Jake"))
  }
}
