import Concurrency
import Terminal
import TestSupport
import Testing

@testable import Workbook

@Suite(.serialized)
struct `A prediction` {
  func screen(_ arguments: String..., typing answers: String...) async -> String {
    let printed = await Predicted.printed(
      by: arguments + ["--predict"], asking: Answers(answers).next)
    #expect(printed.screen.hasPrefix(introduction))
    return String(printed.screen.dropFirst(introduction.count))
  }

  @Test
  func `asks for a line, prints it, and explains the first wrong guess`() async {
    let screen = await screen(
      "sent", typing: "observer2: next(1)", " observer1:  next(2) ", "Observer1: completed")
    #expect(
      screen == """
        line 1 of 3: observer2: next(1)
        observer1: next(1)
          wrong
            yours    observer2: next(1)
            printed  observer1: next(1)
                             ^
        line 2 of 3:  observer1:  next(2) 
        observer1: next(2)
          right
        line 3 of 3: Observer1: completed
        observer1: completed
          wrong
        sent: 1 of 3 lines predicted; the first wrong one was line 1

        """)
  }

  @Test
  func `says where the page prints a wrong line`() async {
    let screen = await screen(
      "sent", typing: "observer1: completed", "observer1: next(1)", "observer2: next(1)")
    let wrong = screen.split(separator: "\n").filter { $0.hasPrefix("  wrong") }
    #expect(wrong == ["  wrong: that line comes later", "  wrong: that was line 1", "  wrong"])
  }

  @Test
  func `offers choices, which are picked by letter or text`() async {
    let screen = await screen(
      "sent", typing: "?", "b", "?", "e", "observer1: next(2)", "?", "?", "A")
    #expect(
      screen == """
        line 1 of 3: ?
          running the chapter's other pages to find choices …
          A  observer1: next(1)
          B  observer1: next(2)
          C  observer1: completed
        line 1 of 3 (A to C): b
        observer1: next(1)
          wrong: that line comes later
            yours    observer1: next(2)
            printed  observer1: next(1)
                                     ^
        line 2 of 3: ?
          A  observer1: next(2)
          B  observer1: completed
          C  observer1: next(1)
        line 2 of 3 (A to C): e
        line 2 of 3 (A to C): observer1: next(2)
        observer1: next(2)
          right
        line 3 of 3: ?
          A  observer1: completed
          B  observer1: next(1)
          C  observer1: next(2)
        line 3 of 3 (A to C): ?
          A  observer1: completed
          B  observer1: next(1)
          C  observer1: next(2)
        line 3 of 3 (A to C): A
        observer1: completed
          right
        sent: 2 of 3 lines predicted, 1 of them from the choices; the first wrong one
        was line 1

        """)
  }

  @Test
  func `treats a letter as text before choices are shown`() async {
    let screen = await screen("received", typing: "a", "observer2: completed")
    #expect(
      screen == """
        line 1 of 2: a
        observer2: next(1)
          wrong
            yours    a
            printed  observer2: next(1)
        line 2 of 2: observer2: completed
        observer2: completed
          right
        received: 1 of 2 lines predicted; the first wrong one was line 1

        """)
  }

  @Test
  func `offers choices unasked for a line of several facts, and takes its text too`() async {
    let screen = await screen("facts", typing: "get Ann", "D", "getBob, reads 2")
    #expect(
      screen == """
        line 1 of 3: get Ann
        get Ann
          right
          running the chapter's other pages to find choices …
          A  get Ann, reads 2
          B  get Bob, reads 2
          C  get Ann
          D  get Ann, reads 1
        line 2 of 3 (A to D): D
        get Ann, reads 1
          right
          A  get Bob, reads 2
          B  get Ann
          C  get Ann, reads 1
          D  get Bob, reads 1
        line 3 of 3 (A to D): getBob, reads 2
        get Bob, reads 2
          right
        facts: 3 of 3 lines predicted, 1 of them from the choices

        """)
  }

  @Test
  func `says that there are no choices`() async {
    let printed = await Wordless.printed(by: ["--predict"], asking: Answers(["?", "a"]).next)
    #expect(
      printed.screen == introduction + """
        line 1 of 1: ?
          there is no other line to choose from
        line 1 of 1: a
        ...
          wrong
            yours    a
            printed  ...
        only: 0 of 1 line predicted; the first wrong one was line 1

        """)
  }
}
