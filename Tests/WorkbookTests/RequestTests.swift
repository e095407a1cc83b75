import Terminal
import Testing

@testable import Workbook

@Suite(.serialized)
struct `A command line` {
  let slugs = ["first", "second"]
  let server = ChapterOption("--server", "URL", help: "where the news come from") { value in
    value == "nowhere" ? "--server wants a place" : nil
  }

  private func parse(_ arguments: String...) throws(UsageError) -> Request {
    try Request(arguments, slugs: slugs, options: [server])
  }

  private func flags(of request: Request) -> [Bool] {
    [request.list, request.draw, request.step, request.predict, request.help].map(\.isGiven)
  }

  @Test
  func `requests pages in order, and repeated pages twice`() throws {
    let request = try parse("second", "first", "second")
    #expect(request.slugs == ["second", "first", "second"])
    #expect(flags(of: request) == [false, false, false, false, false])
  }

  @Test
  func `sets options before, between and after pages`() throws {
    let request = try parse("--draw", "first", "--step", "second", "--list", "--help")
    #expect(request.slugs == slugs)
    #expect(flags(of: request) == [true, true, true, false, true])
    let predicting = try parse("first", "--predict", "--draw")
    #expect(predicting.slugs == ["first"])
    #expect(flags(of: predicting) == [false, true, false, true, false])
    let explained = try parse("--predict", "--step", "--help")
    #expect(explained.help.isGiven)
    #expect(flags(of: try parse("-h")) == [false, false, false, false, true])
  }

  @Test
  func `gives a chapter's own option its value, either way`() throws {
    let apart = try parse("--server", "http://127.0.0.1", "first")
    let joined = try parse("--server=http://a/?b=c", "first")
    #expect(apart.slugs == ["first"] && joined.slugs == ["first"])
    #expect(apart.settings == ["--server": "http://127.0.0.1"])
    #expect(joined.settings == ["--server": "http://a/?b=c"])
  }

  @Test(arguments: [
    (["frist"], #"there is no page "frist"; the nearest is first, and --list shows all"#),
    (
      ["--recrod", "out.json"],
      #"there is no option "--recrod"; the nearest is --record, and --help shows all"#
    ),
    (["first", ""], #"there is no page ""; --list shows all"#),
    (["--drwa"], #"there is no option "--drwa"; the nearest is --draw, and --help shows all"#),
    (["--list", "--record", "a"], "--list runs no page to record; leave out --list or --record"),
    (["--record", "-"], #"--record takes the name of a file, not "-""#),
    (["--step", "--predict"], "--predict waits before each line already; leave out --step"),
    (["first", "--server=nowhere"], "--server wants a place"),
  ])
  func `that is invalid is reported in one line`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try Request(arguments, slugs: slugs, options: [server])
    }
    #expect(error?.description == message)
  }
}
