import TestSupport
import Testing
import Workbook

@testable import Chapter_Repository

@Suite(.serialized)
struct `Chapter-Repository` {
  @Test
  func `is named like its program`() {
    let name = Program.Repository.programName
    #expect(name == "Chapter-Repository")
  }

  @Test
  func `shows its option for a real server`() throws {
    let ending = try BuiltProgram("Chapter-Repository").run(["--help"])
    #expect(ending.output.contains("--server URL"))
    #expect(ending.status == 0)
  }
}
