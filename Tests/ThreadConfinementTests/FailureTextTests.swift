import Foundation
import Testing
import ThreadConfinement

@Suite(.serialized)
struct `The text of a failure` {
  struct Refused: Error {}

  private static let texts: [(failure: ConfinedStore.Failure, text: String)] = [
    (
      .notInWriteTransaction,
      "not in a write transaction; do it in the block of write, or after beginWrite"
    ),
    (
      .alreadyInWriteTransaction, "already in a write transaction; commit or cancel that one first"
    ),
    (
      .otherWriteOpen,
      "another write of the file is open; on an actor use asyncWrite, which waits without blocking"
    ),
    (.frozen, "frozen; use the live object that thaw returns"),
    (
      .invalidated,
      "deleted or invalidated; fetch it again, or check isInvalidated first"
    ),
    (.notManaged, "not managed; add it to the store first"),
    (.alreadyResolved, "already resolved; create a new reference for each use"),
    (
      .duplicateKey(type: "Artist", key: "1"),
      "Artist 1 is already stored; add it with update: .modified to change it"
    ),
    (
      .keyChanged,
      "the primary key of a stored object cannot be changed; "
        + "delete it and add an object with the new key"
    ),
    (
      .otherStore,
      "belongs to another store; use it with its own store, or resolve a reference to it in this one"
    ),
    (.unknownColumn, "the key path is not a column; list it in the type's columns"),
    (
      .unknownType("Song"),
      "Song is not in the store's schema; list it in the configuration's schema"
    ),
    (
      .openWithoutTypes(["Artist", "Song"]),
      "the store is open here without Artist, Song; open it with all its types"
    ),
    (
      .noLoop,
      "the current thread has no loop; use the main thread, a ConfinedThread, a ConfinedQueue "
        + "or an actor, or CurrentThread.takesTasks"
    ),
    (
      .threadEnded,
      "the store's thread has ended; wait for asynchronous writes before the thread ends"
    ),
    (.observerFailed(Refused()), "an observer threw: Refused()"),
    (
      .observerFailedAfterCommit(Refused()),
      "the changes are stored, but an observer threw: Refused()"
    ),
    (.cancelled, "the block of an asynchronous write cancelled it"),
    (.blockFailed(Refused()), "the block of an asynchronous write threw: Refused()"),
    (
      .schemaChanged(type: "Artist", found: ["id TEXT"], wanted: ["id INTEGER", "name TEXT"]),
      "the file holds Artist as (id TEXT), and this program as (id INTEGER, name TEXT); "
        + "the file was left as it is; declare the columns that it has, or use another file"
    ),
  ]

  @Test(arguments: texts)
  func `says what failed and what to do`(failure: ConfinedStore.Failure, text: String) {
    let said = failure.description
    #expect(said == text)
    #expect(said.hasPrefix(failure.reason))
    #expect(failure.localizedDescription == text)
  }
}
