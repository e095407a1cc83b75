import Concurrency
import Foundation
import Terminal
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
  func `says where else a wrong line is printed, as far as that is known`() async {
    let screen = await screen(
      "received", "sent", "received", typing: "observer1: next(1)", "", "observer1: completed",
      "observer1: next(1)", "observer2: next(1)", "observer1: next(1)", "observer1: next(3)")
    let wrong = screen.split(separator: "\n").filter { $0.hasPrefix("  wrong") }
    #expect(
      wrong == [
        "  wrong", "  wrong: that line comes later", "  wrong: that was line 1",
        "  wrong: received prints that line", "  wrong: sent prints that line", "  wrong",
      ])
  }

  @Test
  func `offers choices, which are picked by letter or text`() async {
    let screen = await screen(
      "sent", typing: "x", "??", "b", "A", "?", "e", "observer1: next(2)", "?", "?", "B")
    #expect(
      screen == """
        line 1 of 3: x
          ? shows choices, each with its letter
        line 1 of 3: ??
          running the chapter's other pages to find choices …
          A  observer1: next(2)
          B  observer2: next(1)
          C  observer1: next(0)
          D  observer1: next(1)
        line 1 of 3 (A to D): b
        observer1: next(1)
          wrong: received prints that line
            yours    observer2: next(1)
            printed  observer1: next(1)
                             ^
        line 2 of 3: A
          ? shows choices, each with its letter
        line 2 of 3: ?
          A  observer2: next(1)
          B  observer0: completed
          C  observer1: completed
          D  observer1: next(2)
        line 2 of 3 (A to D): e
        line 2 of 3 (A to D): observer1: next(2)
        observer1: next(2)
          right
        line 3 of 3: ?
          A  observer0: completed
          B  observer1: completed
          C  observer1: next(1)
          D  observer2: completed
        line 3 of 3 (A to D): ?
          A  observer0: completed
          B  observer1: completed
          C  observer1: next(1)
          D  observer2: completed
        line 3 of 3 (A to D): B
        observer1: completed
          right
        sent: 2 of 3 lines predicted, 2 of them from the choices; the first wrong one
        was line 1

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

  @Test
  func `prints the rest of a page after q, and asks for the next page again`() async {
    let screen = await screen(
      "sent", "received", typing: "observer1: next(1)", "Q", "", "observer2: completed")
    #expect(
      screen == """
        --- sent ---
        line 1 of 3: observer1: next(1)
        observer1: next(1)
          right
        line 2 of 3: Q
        observer1: next(2)
        observer1: completed
        sent: 1 of 1 line predicted; 2 not asked

        --- received ---
        line 1 of 2: 
        observer2: next(1)
        line 2 of 2: observer2: completed
        observer2: completed
          right
        received: 1 of 2 lines predicted
        2 pages: 2 of 3 lines predicted; 2 not asked

        """)
  }

  @Test
  func `asks for nothing after the end of the input`() async {
    let screen = await screen("sent", "received", typing: "observer1: next(1)")
    #expect(
      screen == """
        --- sent ---
        line 1 of 3: observer1: next(1)
        observer1: next(1)
          right
        line 2 of 3: 
        observer1: next(2)
        observer1: completed
        sent: 1 of 1 line predicted; 2 not asked

        --- received ---
        observer2: next(1)
        observer2: completed

        """)
  }

  @Test
  func `that is left at once has no sum to boast of`() async {
    let left = await screen("received", typing: "q")
    let silent = await screen("silent")
    #expect(
      left == """
        line 1 of 2: q
        observer2: next(1)
        observer2: completed
        received: no line predicted

        """)
    #expect(silent == "silent: no line to predict\n")
  }

  @Test
  func `is about each line of a text with breaks, blank ones aside`() async {
    let screen = await screen("broken", typing: "first", "second line")
    #expect(
      screen == """
        line 1 of 2: first
        first
          right

        line 2 of 2: second line
          second   line 
          right
        broken: 2 of 2 lines predicted

        """)
  }
}
