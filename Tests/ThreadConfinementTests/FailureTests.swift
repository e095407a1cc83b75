import Foundation
import TestSupport
import Testing
import ThreadConfinement

@testable import StoreWriter

@Suite(.serialized)
struct `Misuse that traps`: ~Copyable {
  let folder: StoreFolder
  init() throws { folder = try StoreFolder() }

  @Test(arguments: Mistake.all.map { ($0.name, $0.message) })
  func `with a fixed message, in every build (R-01 R-02 R-03 R-04 R-08 R-12 R-30 R-33 R-40 R-41)`(
    mistake: String, message: String
  ) throws {
    let ended = try BuiltProgram("StoreWriter").run(["mistake", folder.file.path, mistake])
    #expect(!ended.isExit)
    #expect(ended.errors.contains(message), "\(ended.errors)")
  }
}

struct `The text of a failure` {
  private static let texts: [(failure: ConfinedStore.Failure, text: String)] = [
    (.notManaged, "not managed; add it to the store first"),
    (
      .duplicateKey(type: "Artist", key: "1"),
      "Artist 1 is already stored; add it with update: .modified to change it"
    ),
    (
      .openWithoutTypes(["Artist", "Song"]),
      "the store is open here without Artist, Song; open it with all its types"
    ),
    (
      .unknownType("Song"),
      "Song is not in the store's schema; list it in the configuration's schema"
    ),
    (
      .observerFailedAfterCommit(Refused()),
      "the changes are stored, but an observer threw: Refused()"
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
