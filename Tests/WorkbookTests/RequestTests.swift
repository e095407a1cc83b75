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
    try Request.parse(arguments, slugs: slugs, options: [server])
  }

  @Test
  func `requests pages in order, and repeated pages twice`() throws {
    let request = try parse("second", "first", "second")
    #expect(request == Request(slugs: ["second", "first", "second"]))
  }

  @Test
  func `sets options before, between and after pages`() throws {
    let request = try parse("--draw", "first", "--step", "second", "--list", "--help")
    let expected = Request(
      slugs: slugs, wantsHelp: true, wantsList: true, draws: true, waitsForReturn: true)
    #expect(request == expected)
    let predicting = try parse("first", "--predict", "--draw")
    #expect(predicting == Request(slugs: ["first"], draws: true, predicts: true))
    let explained = try parse("--predict", "--step", "--help")
    #expect(explained.wantsHelp)
    #expect(try parse("-h") == Request(wantsHelp: true))
  }

  @Test
  func `gives a chapter's own option its value, either way`() throws {
    let apart = try parse("--server", "http://127.0.0.1", "first")
    let joined = try parse("--server=http://a/?b=c", "first")
    #expect(apart == Request(slugs: ["first"], settings: ["--server": "http://127.0.0.1"]))
    #expect(joined == Request(slugs: ["first"], settings: ["--server": "http://a/?b=c"]))
  }

  @Test(arguments: [
    (["frist"], #"there is no page "frist"; the nearest is first, and --list shows all"#),
    (["first", ""], #"there is no page ""; --list shows all"#),
    (["--drwa"], #"there is no option "--drwa"; the nearest is --draw, and --help shows all"#),
    (["--list", "--record", "a"], "--list runs no page to record; leave out --list or --record"),
    (["--step", "--predict"], "--predict waits before each line already; leave out --step"),
    (["--server"], "--server needs a value: --server URL"),
    (["--server", "nowhere"], "--server wants a place"),
    (["first", "--server=nowhere"], "--server wants a place"),
  ])
  func `that is invalid is reported in one line`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try Request.parse(arguments, slugs: slugs, options: [server])
    }
    #expect(error?.description == message)
  }
}
