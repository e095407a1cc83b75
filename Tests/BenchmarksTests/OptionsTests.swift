import Terminal
import Testing

@testable import Benchmarks

struct `The benchmarks' command line` {
  @Test
  func `accepts options and words in any order`() throws {
    let options = try Options(["Publish", "--rounds", "7", "value"])
    #expect(options.action == .measure)
    #expect(options.rounds == 7)
    #expect(options.words == ["Publish", "value"])
  }

  @Test
  func `prefers help to the list, whichever came first`() throws {
    let actions = try [["--help", "--list"], ["--list", "--help"], ["--list"]].map {
      try Options($0).action
    }
    #expect(actions == [.help, .help, .list])
  }

  @Test(arguments: [
    (["--lst"], #"there is no option "--lst"; the nearest is --list, and --help shows all"#),
    (["--rounds"], "--rounds needs a value: --rounds N"),
    (["--rounds", "9", "--rounds=7"], "--rounds was given twice; pass it once"),
    (["--rounds", "0"], #"--rounds takes a whole number above 0, not "0""#),
    (["--rounds", "x\n"], #"--rounds takes a whole number above 0, not "x\n""#),
  ])
  func `rejects an invalid argument in one line`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Options(arguments) }
    #expect(error?.description == message)
  }

  @Test
  func `selects by any of the words, in any case, and refuses a word that selects nothing`() throws
  {
    let selected = try Comparison.selected(by: ["RELAY", "map"]).map(\.name)
    let error = #expect(throws: UsageError.self) {
      try Comparison.selected(by: ["relay", "colour"])
    }
    #expect(selected == ["onNext through map × 3", "BehaviorRelay.value"])
    #expect(error?.description == #"no comparison has "colour" in its name; --list shows all"#)
  }
}
