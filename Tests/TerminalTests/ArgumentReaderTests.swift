import Testing

@testable import Terminal

struct `A command line is read` {
  private let options: [CommandOption] = [
    Option("--seed", "N", help: "draws from this number"), Flag("--json", help: "prints JSON"),
    Option("--report", "FILE", help: "writes a file", isRepeatable: true) { $0 }, Flag.help,
  ]

  private func read(_ arguments: [String]) -> ArgumentReader {
    ArgumentReader(arguments, options: options)
  }

  @Test
  func `from left to right, words and options in any order`() {
    let all = read([
      "check", "--seed", "7", "-", "--json", "--report=a=b", "-h", "--report", "c",
    ])
    #expect(all.words == ["check", "-"])
    #expect(all.given.map(\.name) == ["--seed", "--json", "--report", "--help", "--report"])
    #expect(all.given.map(\.value) == ["7", nil, "a=b", nil, "c"])
  }

  @Test
  func `as words after two dashes`() {
    let all = read(["--json", "--", "--seed", "--", "-h"])
    #expect(all.given.map(\.name) == ["--json"])
    #expect(all.words == ["--seed", "--", "-h"])
  }

  @Test(arguments: ["--jsn", "-x", "--json=1", "--=", "--help=1", "--seeds=1"])
  func `and an unknown option is named whole`(argument: String) {
    let all = read([argument, "word"])
    let error = #expect(throws: UsageError.self) { try all.store(in: options, seeAll: "-h") }
    #expect(all.words == ["word"])
    #expect(error?.description.hasPrefix("there is no option \"\(argument)\"; ") == true)
  }

  @Test(arguments: [
    (["--seed"], "--seed needs a value: --seed N"),
    (["--seed="], "--seed needs a value: --seed N"),
    (["--seed", "--json"], "--seed needs a value: --seed N"),
    (["--seed", "1", "--seed=2"], "--seed was given twice; pass it once"),
  ])
  func `and a missing value or one too many is named`(arguments: [String], message: String) {
    let error = #expect(throws: UsageError.self) {
      try read(arguments).store(in: options, seeAll: "-h")
    }
    #expect(error?.description == message)
  }
}

struct `The nearest name` {
  @Test(arguments: [
    ("", "", 0), ("hub", "hub", 0), ("hub", "", 3), ("", "hub", 3), ("hub", "hab", 1),
    ("hub", "hubs", 1), ("hub", "ub", 1), ("hbu", "hub", 1), ("relay", "early", 4),
    ("kitten", "sitting", 3),
  ])
  func `counts inserted, removed, replaced and swapped letters`(
    source: String, target: String, distance: Int
  ) {
    #expect((source.distance(to: target), target.distance(to: source)) == (distance, distance))
  }

  @Test(arguments: [
    ("publish-subjct", "publish-subject"), ("publish", "publish-subject"), ("relay", "relays"),
    ("state", "page-state"), ("HUB", "hub"), ("subject", "replay-subject"), ("zub", "hub"),
    ("relys", "relays"),
  ])
  func `begins with what was typed, or contains it, or has the fewest changes`(
    typed: String, nearest: String
  ) {
    let slugs = ["publish-subject", "replay-subject", "relays", "page-state", "hub"]
    #expect(typed.nearest(among: slugs) == nearest)
    #expect(typed.nearest(among: []) == nil)
  }

  @Test(arguments: ["", "-", "u", "early", "colour", "publisher", "\u{1B}[31m"])
  func `is nil when no name is near`(typed: String) {
    let slugs = ["publish-subject", "replay-subject", "relays", "page-state", "hub"]
    #expect(typed.nearest(among: slugs) == nil)
  }
}
