import Foundation
import Locking
import Terminal
import Testing

@testable import Workbook

private enum Sample: Chapter {
  static let title = "A chapter for tests"
  static let options = [ChapterOption("--server", "URL", help: "asks a real server")]
  static let pages = [
    Page("drawn", "Something to draw") { page in
      page.sending(.value("1")) { page.line("sent 1") }
    },
    Page("plain", "Nothing to draw") { page in page.line("a line") },
    Page("asks", "What was set") { page in
      page.line("server \(page.value(of: options[0]) ?? "none")")
    },
  ]
}

private enum Broken: Chapter {
  struct Refused: Error {}

  static let title = "A page that fails"
  static let pages = [
    Page("fails", "Throws") { page in
      page.line("before")
      throw Refused()
    },
    Page("after", "Runs all the same") { page in page.line("after") },
    Page("elsewhere", "Has no place for its files") { _ in
      _ = try ScratchFolder(below: ScratchRoot(in: URL(filePath: "/dev/null")))
    },
  ]
}

@Suite(.serialized)
struct `A chapter` {
  @Test
  func `prints every page under a heading, with a blank line between`() async {
    let printed = await Sample.printed(by: [])
    let expected = """
      --- drawn ---
      sent 1

      --- plain ---
      a line

      --- asks ---
      server none

      """
    #expect(printed == Printed(output: expected, screen: expected))
  }

  @Test
  func `prints one page without a heading`() async {
    let printed = await Sample.printed(by: ["plain"])
    #expect(printed == Printed(output: "a line\n", screen: "a line\n"))
  }

  @Test
  func `draws after the page, and says when there is nothing to draw`() async {
    let printed = await Sample.printed(by: ["drawn", "plain", "--marble"])
    let screen = """
      --- drawn ---
      sent 1

      sent   1

      --- plain ---
      a line
      Chapter-Sample: plain recorded nothing to draw

      """
    #expect(printed.screen == screen)
    #expect(printed.complaints == "Chapter-Sample: plain recorded nothing to draw\n")
    #expect(printed.status == 0)
  }

  @Test
  func `lists its pages and explains itself`() async {
    let list = await Sample.printed(by: ["--list"])
    let help = await Sample.printed(by: ["--help", "--list"])
    #expect(
      list.output == """
        drawn  Something to draw
        plain  Nothing to draw
        asks   What was set

        """)
    #expect(
      help.output == """
        Chapter-Sample: A chapter for tests

        usage: swift run Chapter-Sample [page ...] [option ...]

        Without a page, all of them run in order, each under a heading.

          --list        the slug and title of every page
          --marble      each page, then its marble diagram
          --step        wait for Return before each line; without a terminal it does not wait
          --help        this text; -h does the same
          --server URL  asks a real server

        """)
  }

  @Test
  func `hands the value of its own option to its pages`() async {
    let printed = await Sample.printed(by: ["asks", "--server", "http://127.0.0.1:8000"])
    #expect(printed.output == "server http://127.0.0.1:8000\n")
  }

  @Test
  func `prints nothing when one of the pages is unknown`() async {
    let printed = await Sample.printed(by: ["plain", "plane"])
    let complaint =
      "Chapter-Sample: there is no page \"plane\"; the nearest is plain, and --list shows all\n"
    #expect(printed == Printed(complaints: complaint, screen: complaint, status: 64))
  }

  @Test
  func `ends with status 1 when a page fails, after the others have run`() async {
    let printed = await Broken.printed(by: ["fails", "after"])
    #expect(
      printed.screen == """
        --- fails ---
        before
        Chapter-Broken: fails: error: Refused()

        --- after ---
        after

        """)
    #expect(printed.complaints == "Chapter-Broken: fails: error: Refused()\n")
    #expect(printed.status == 1)
  }

  @Test
  func `ends at once with status 74 when there is no place for temporary files`() async {
    let printed = await Broken.printed(by: ["elsewhere", "after"])
    #expect(printed.output == "--- elsewhere ---\n")
    #expect(
      printed.complaints == """
        Chapter-Broken: /dev/null cannot hold temporary files (Not a directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(printed.status == 74)
  }
}

/// A console that notes all that is asked of it, and refuses to write from some line on.
private struct Desk: Sendable {
  private let log = Locked<[String]>([])

  func console(
    refusing error: StandardStream.Failure? = nil, after count: Int = .max,
    isTerminal: Bool = false, returns: Int = .max,
    isStyled: Bool = false
  ) -> Console {
    let awaitReturn: @Sendable () -> Bool = {
      add("Return")
      return lines.count { $0 == "Return" } < returns
    }
    return Console(
      write: { text in
        if let error, lines.count >= count { throw error }
        add(text)
      },
      complain: { line in add("complaint: \(line)") },
      awaitReturn: isTerminal ? awaitReturn : nil,
      isStyled: isStyled)
  }

  var lines: [String] { log.withLock { $0 } }

  private func add(_ line: String) { log.withLock { $0.append(line) } }
}

@Suite(.serialized)
struct `A chapter's console` {
  @Test
  func `is waited at before each line of a page`() async {
    let desk = Desk()
    let status = await Sample.run(["plain", "drawn", "--step"], on: desk.console(isTerminal: true))
    #expect(status == .success)
    #expect(
      desk.lines == [
        "complaint: Return shows the next line.", "--- plain ---\n", "Return", "a line\n", "\n",
        "--- drawn ---\n", "Return", "sent 1\n",
      ])
  }

  @Test
  func `is not waited at any more once its input has ended`() async {
    let desk = Desk()
    let status = await Broken.run(
      ["after", "after", "after", "--step"], on: desk.console(isTerminal: true, returns: 2))
    #expect(status == .success)
    #expect(
      desk.lines.filter { !$0.hasPrefix("---") && $0 != "\n" } == [
        "complaint: Return shows the next line.", "Return", "after\n", "Return", "after\n",
        "after\n",
      ])
  }

  @Test
  func `is waited at for a hundred thousand lines`() {
    let presses = Locked(0)
    let reader = Reader {
      presses.withLock { $0 += 1 }
      return true
    }
    for _ in 1...100_000 { reader.awaitReturn() }
    let total = presses.withLock { $0 }
    #expect(total == 100_000)
  }

  @Test
  func `is not waited at without a terminal`() async {
    let desk = Desk()
    let status = await Sample.run(["plain", "--step"], on: desk.console())
    #expect(status == .success)
    #expect(desk.lines == ["a line\n"])
  }

  @Test
  func `gets bold headings where it can show them`() async {
    let desk = Desk()
    let status = await Sample.run(["plain", "asks"], on: desk.console(isStyled: true))
    #expect(status == .success)
    #expect(
      desk.lines == [
        "\u{1B}[1m--- plain ---\u{1B}[0m\n", "a line\n", "\n",
        "\u{1B}[1m--- asks ---\u{1B}[0m\n", "server none\n",
      ])
  }

  @Test
  func `that is full ends the program with status 74 and one line`() async {
    let desk = Desk()
    let console = desk.console(
      refusing: .failed("No space left on device"), after: 1, isTerminal: true)
    let status = await Sample.run([], on: console)
    #expect(status == .cannotWrite)
    #expect(
      desk.lines == [
        "--- drawn ---\n",
        "complaint: Chapter-Sample: standard output cannot be written: No space left on device",
      ])
  }

  @Test
  func `that nobody reads any more ends the program quietly`() async {
    let desk = Desk()
    let status = await Sample.run([], on: desk.console(refusing: .closedPipe, after: 2))
    #expect(status == .success)
    #expect(desk.lines == ["--- drawn ---\n", "sent 1\n"])
  }
}
