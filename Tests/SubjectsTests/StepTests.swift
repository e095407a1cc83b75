import MiniRx
import Testing

@testable import Chapter_Subjects

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
