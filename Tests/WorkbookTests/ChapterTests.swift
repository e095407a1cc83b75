import Concurrency
import Foundation
import Terminal
import TestSupport
import Testing

@testable import Workbook

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
  func `draws after the page`() async {
    let printed = await Sample.printed(by: ["drawn", "plain", "--draw"])
    let screen = """
      --- drawn ---
      sent 1

      sent   1

      --- plain ---
      a line

      main
      │ a line

      """
    #expect(printed == Printed(output: screen, screen: screen))
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

          --list         the slug and title of every page
          --draw         each page, then its picture
          --step         wait for Return before each line, if there is a terminal
          --predict      ask for each line before it is printed; needs a terminal
          --record FILE  write what happened to a file, as JSON; see Docs/Recording.md
          --help         this text; -h does the same
          --server URL   asks a real server

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
  func `ends at once with status 74 if temporary files cannot be created`() async {
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

@Suite(.serialized)
struct `A chapter's console` {
  @Test
  func `waits for Return before each line of a page`() async {
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
  func `does not wait after its input has ended`() async {
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
  func `waits for Return before ten thousand lines`() async {
    let presses = Locked(0)
    let console = Console(
      write: { _ in }, complain: { _ in },
      ask: { _ in
        presses.withLock { $0 += 1 }
        return ""
      }, isStyled: false)
    let status = await Long.run(["long", "--step"], on: console)
    let total = presses.withLock { $0 }
    #expect(status == .success)
    #expect(total == 10_000)
  }

  @Test
  func `shows bold headings if it can`() async {
    let desk = Desk()
    let status = await Sample.run(["plain", "asks"], on: desk.console(isStyled: true))
    #expect(status == .success)
    #expect(
      desk.lines == [
        "\u{1B}[1m--- plain ---\u{1B}[0m\n", "a line\n", "\n",
        "\u{1B}[1m--- asks ---\u{1B}[0m\n", "server none\n",
      ])
  }

  @Test(arguments: [(80, 3), (111, 1)])
  func `draws as wide as its terminal`(columns: Int, lineCount: Int) async {
    enum Wide: Chapter {
      static let title = "A page with a wide picture"
      static let pages = [
        Page("wide", "Two long values") { page in
          for letter in "ab" { page.sending(.value(String(repeating: letter, count: 50))) {} }
        }
      ]
    }
    let desk = Desk()
    _ = await Wide.run(["wide", "--draw"], on: desk.console(columns: columns))
    #expect(desk.lines.count == 1 + lineCount)
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
  func `that is no longer read ends the program quietly`() async {
    let desk = Desk()
    let status = await Sample.run([], on: desk.console(refusing: .closedPipe, after: 2))
    #expect(status == .success)
    #expect(desk.lines == ["--- drawn ---\n", "sent 1\n"])
  }
}
