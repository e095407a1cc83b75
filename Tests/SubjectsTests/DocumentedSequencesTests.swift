import MiniRx
import TestSupport
import Testing
import Workbook

@testable import Chapter_Subjects

/// The three sequences exactly as the document prints them.
private let documented: [(page: String, output: String)] = [
  (
    "publish-subject",
    """
    observer1: next(2)
    observer1: next(3)
    observer2: next(3)
    observer1: completed
    observer2: completed

    """
  ),
  (
    "behavior-subject",
    """
    observer1: next(1)
    observer1: next(2)
    observer2: next(2)
    observer1: next(3)
    observer2: next(3)
    observer1: completed
    observer2: completed

    """
  ),
  (
    "replay-subject",
    """
    observer1: next(1)
    observer1: next(2)
    observer1: next(3)
    observer2: next(2)
    observer2: next(3)
    observer1: next(4)
    observer2: next(4)
    observer1: completed
    observer2: completed

    """
  ),
]

@Suite(.serialized)
struct `The documented sequences` {
  @Test(arguments: documented)
  func `are printed by the page`(page: String, output: String) async {
    let printed = await Subjects.printed(by: [page])
    #expect(printed.output == output)
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

/// Tests for steps without a page.
struct `A subject in steps` {
  @Test
  func `ends once, and replays its buffer and the end to late subscribers`() {
    let subject = Ending<Int>(size: 1)
    var lines: [String] = []
    subject.subscribe { lines.append("early: \($0)") }
    for event in [Event.next(1), .next(2), .completed, .next(3)] { subject.on(event) }
    subject.subscribe { lines.append("late: \($0)") }
    #expect(
      lines == [
        "early: next(1)", "early: next(2)", "early: completed", "late: next(2)", "late: completed",
      ])
  }
}
