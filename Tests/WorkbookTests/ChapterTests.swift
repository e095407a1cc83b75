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
  func `prints one page without a heading`() async {
    let printed = await Sample.printed(by: ["plain"])
    #expect(printed == Printed(output: "a line\n", screen: "a line\n"))
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
