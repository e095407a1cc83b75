import Concurrency
import Terminal
import Testing

@testable import Workbook

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
