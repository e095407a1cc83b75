import Foundation
import TestSupport
import Testing
import Workbook

/// Runs the pages repeatedly. DocsTests compares their output with the documents.
@Suite(.serialized)
struct `Every chapter` {
  @Test(arguments: `Every page of a chapter`.chapters.indices)
  func `prints and records the same in its program and in this process`(index: Int) async throws {
    let chapter = `Every page of a chapter`.chapters[index]
    let folder = try TemporaryFolder("recordings")
    let file = folder.file("here.json")
    let here = await chapter.printed(by: ["--record", file.path])
    let program = try #require(RecordedProgram.all.get()[chapter.programName])
    #expect(here.status == 0)
    #expect(here.complaints == "")
    #expect(program.ending.status == 0)
    #expect(program.ending.errors == "")
    #expect(program.ending.output == here.output)
    #expect(try Data(contentsOf: file) == program.recording)
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
