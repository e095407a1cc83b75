import Foundation
import TestSupport
import Testing
import Workbook

/// Runs the pages repeatedly. DocsTests compares their output with the documents.
@Suite(.serialized)
struct `Every chapter` {
  @Test(arguments: `Every page of a chapter`.chapters.indices)
  func `prints and records the same in its program, in this process, and again`(
    index: Int
  ) async throws {
    let chapter = `Every page of a chapter`.chapters[index]
    let folder = try TemporaryFolder("recordings")
    let files = ["program", "here", "again"].map { folder.file("\($0).json") }
    let program = try BuiltProgram(chapter.programName).start(["--record", files[0].path])
    let here = await chapter.printed(by: ["--record", files[1].path])
    let again = await chapter.printed(by: ["--record", files[2].path])
    let ending = program.ending()
    #expect(here.status == 0)
    #expect(here.complaints == "")
    #expect(again == here)
    #expect(ending.status == 0)
    #expect(ending.errors == "")
    #expect(ending.output == here.output)
    let recordings = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    #expect(recordings[0] == recordings[1])
    #expect(recordings[2] == recordings[1])
  }

  /// The system reports file changes after an arbitrary delay, and the pages wait for the reports.
  @Test
  func `prints the same in 10 runs of the pages that wait for file events`() async {
    let chapter = `Every page of a chapter`.chapters[2]
    let watching = ["cache-provider", "get-after-change", "three-levels", "two-chains"]
    let first = await chapter.printed(by: watching)
    #expect(first.status == 0)
    for _ in 1..<10 {
      let again = await chapter.printed(by: watching)
      #expect(again == first)
    }
  }
}
