import Concurrency
import Terminal
import TestSupport
import Testing

@testable import Workbook

extension `A prediction` {
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
  func `that is left at once prints no sum`() async {
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

  @Test
  func `of a page that fails ends like the page`() async {
    let failed = await Predicted.printed(
      by: ["failed", "sent", "--predict"], asking: Answers(["request sent", "q"]).next)
    let nowhere = await Predicted.printed(
      by: ["nowhere", "sent", "--predict"], asking: Answers(["before"]).next)
    #expect(failed.status == 1)
    #expect(
      failed.complaints.contains(
        "failed: 1 of 1 line predicted\nChapter-Predicted: failed: error: Offline()\n"))
    #expect(nowhere.output == "--- nowhere ---\nbefore\n")
    #expect(nowhere.complaints.contains("/dev/null cannot hold temporary files"))
    #expect(nowhere.status == 74)
  }

  @Test
  func `sends requests to a server for its page, not for choices`() async {
    Predicted.servers.withLock { $0 = [] }
    let screen = await screen(
      "server", "sent", "--server", "http://a", typing: "server http://a", "?", "q")
    let servers = Predicted.servers.withLock { $0 }
    #expect(screen.contains("server: 1 of 1 line predicted\n"))
    #expect(servers == ["http://a"])
    _ = await self.screen("sent", "--server", "http://a", typing: "?")
    #expect(Predicted.servers.withLock { $0 } == ["http://a", nil])
  }

  @Test
  func `begins when the page has ended`() async {
    Predicted.hasEnded.withLock { $0 = false }
    let printed = await Predicted.printed(by: ["thread", "--predict"]) { _ in
      Predicted.hasEnded.withLock { $0 } ? "from a thread" : nil
    }
    #expect(printed.complaints.hasSuffix("thread: 1 of 1 line predicted\n"))
  }

  @Test
  func `precedes the diagram of the page`() async {
    let screen = await screen("sent", "--draw", typing: "q")
    #expect(screen.hasSuffix("sent: no line predicted\n\nsent   1\n"))
  }

  @Test
  func `of ten thousand lines has choices too`() async {
    let screen = await Long.printed(
      by: ["--predict"], asking: Answers(["?", "A", "q"]).next
    ).screen
    #expect(screen.contains("  line 1\n"))
    #expect(
      screen.hasSuffix("long: 1 of 1 line predicted, 1 of them from the choices; 9999 not asked\n"))
  }

  @Test
  func `is refused without a terminal`() async {
    let printed = await Predicted.printed(by: ["sent", "--predict"])
    let complaint = """
      Chapter-Predicted: --predict asks at a terminal, and standard input or output is not one; \
      leave --predict out to print the lines

      """
    #expect(printed == Printed(complaints: complaint, screen: complaint, status: 64))
  }

  @Test(arguments: [
    (StandardStream.Failure.failed("No space left on device"), Terminal.ExitStatus.cannotWrite),
    (.closedPipe, .success),
  ])
  func `asks for nothing after output that fails`(
    failure: StandardStream.Failure, expected: Terminal.ExitStatus
  ) async {
    let desk = Desk()
    let status = await Predicted.run(
      ["sent", "--predict"], on: desk.console(refusing: failure, after: 0, isTerminal: true))
    let reasons = desk.lines.filter { $0.contains("standard output") }
    #expect(status == expected)
    #expect(desk.lines.count { $0 == "Return" } == 1)
    #expect(reasons.count == (expected == .success ? 0 : 1))
  }
}
