import TestSupport
import Testing
import Workbook

@testable import Chapter_DDA

@Suite(.serialized)
struct `The option --permissions` {
  @Test
  func `asks no question and does not wait without a terminal`() throws {
    let ending = try BuiltProgram("Chapter-DDA").run(
      ["services-swapped", "--permissions", "ask"])
    let answers = ending.output.split(separator: "\n").filter { $0.hasPrefix("permission") }
    #expect(
      answers == [
        "permission gps: unknown", "permission photo: unknown", "permission push: unknown",
      ])
    #expect(ending.errors == "")
  }

  @Test
  func `accepts one word, even before a page that does not ask`() async {
    let printed = await DDA.printed(by: ["crud", "--permissions", "yes"])
    #expect(printed.status == 64)
    #expect(printed.output == "")
    #expect(printed.complaints.contains("--permissions accepts only the word ask, and not \"yes\""))
  }
}
