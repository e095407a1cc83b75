import TestSupport
import Testing
import Workbook

@testable import Chapter_ConfinedStore

/// Processes that trap, wait forever or are launched again.
@Suite(.serialized)
struct `A process`: ~Copyable {
  let scratch: Scratch
  let transcript = Transcript(program: BuiltProgram(Program.ConfinedStore.programName).executable) {
    _ in
  }

  init() throws {
    let scratch = try Scratch()
    try scratch.store([ArtistViewModel](named: "Ann", "Bob"))
    self.scratch = scratch
  }

  @Test(arguments: [(ChildRole.wrongThread, "main"), (.wrongQueue, "DataManager")])
  func `that uses the store elsewhere says where it is, and stops with a message`(
    role: ChildRole, place: String
  ) throws {
    let ending = try transcript.run(role, [scratch.path])
    #expect(ending.lines == [place])
    #expect(ending.message == "store accessed from incorrect thread")
    #expect(!ending.isNormal)
  }

  @Test
  func `whose task adds a task, as written, waits forever`() throws {
    let ending = try transcript.run(.taskInTask)
    #expect(ending.lines == ["timed out"])
    #expect(ending.isNormal)
  }

  @Test
  func `that is launched again finds the stored artists`() throws {
    let ending = try transcript.run(.relaunch, [scratch.path])
    #expect(ending.lines == ["1 Ann highlighted false", "2 Bob highlighted false"])
    #expect(ending.summary == "child ended: normally")
  }
}

struct `The pages` {
  @Test
  func `report an unusable temporary directory, and create no files`() throws {
    let place = "/dev/null/confined-store"
    let ending = try BuiltProgram("Chapter-ConfinedStore").run(
      ["versions"], environment: ["TMPDIR": place])
    #expect(ending.output == "")
    #expect(
      ending.errors == """
        Chapter-ConfinedStore: \(place) cannot hold temporary files (Not a directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(ending.status == 74)
  }
}
