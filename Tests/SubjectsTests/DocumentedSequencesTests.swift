import TestSupport
import Testing
import Workbook

@testable import Chapter_Subjects

/// The three sequences exactly as the document prints them.
private let documented: [(page: String, lines: [String])] = [
  (
    page: "publish-subject",
    lines: [
      "observer1: next(2)",
      "observer1: next(3)",
      "observer2: next(3)",
      "observer1: completed",
      "observer2: completed",
    ]
  ),
  (
    page: "behavior-subject",
    lines: [
      "observer1: next(1)",
      "observer1: next(2)",
      "observer2: next(2)",
      "observer1: next(3)",
      "observer2: next(3)",
      "observer1: completed",
      "observer2: completed",
    ]
  ),
  (
    page: "replay-subject",
    lines: [
      "observer1: next(1)",
      "observer1: next(2)",
      "observer1: next(3)",
      "observer2: next(2)",
      "observer2: next(3)",
      "observer1: next(4)",
      "observer2: next(4)",
      "observer1: completed",
      "observer2: completed",
    ]
  ),
]

@Suite(.serialized)
struct `The documented sequences` {
  @Test(arguments: documented)
  func `are printed by the page`(page: String, lines: [String]) async {
    let printed = await Subjects.printed(by: [page])
    #expect(printed.output == lines.map { $0 + "\n" }.joined())
    #expect(printed.complaints == "")
    #expect(printed.status == 0)
  }

  @Test
  func `are the same in 50 runs of every page`() async {
    let first = await Subjects.printed(by: [])
    for _ in 1..<50 {
      let again = await Subjects.printed(by: [])
      #expect(again == first)
    }
  }
}
