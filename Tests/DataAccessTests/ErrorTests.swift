import DataAccess
import Foundation
import TestSupport
import Testing

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
      (.other, "failed", "failed"),
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
