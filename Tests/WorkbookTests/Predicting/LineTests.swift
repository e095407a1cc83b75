import TestSupport
import Testing

@testable import Workbook

struct `A predicted line` {
  @Test(arguments: ComparedLines.cases)
  func `is compared as in a rung and on the site`(
    printed: String, written: String, isEqual: Bool
  ) {
    #expect((LineTokens(printed) == LineTokens(written)) == isEqual)
  }

  @Test
  func `is shown whole and without carets where it is wider than the terminal`() {
    let (printed, guess) = ("observer1: next(1), and more", "observer1: next(2), and more")
    let difference = LineDifference(printed: LineTokens(printed), guess: LineTokens(guess))
    #expect(difference.lines(width: 40) == ["    yours    \(guess)", "    printed  \(printed)"])
    #expect(difference.lines(width: 41).count == 3)
  }

  @Test
  func `is made of words, numbers and single other characters`() {
    let tokens = LineTokens("observer1:  next_page(12, é)").tokens
    #expect(tokens == ["observer", "1", ":", " ", "next_page", "(", "12", ",", " ", "é", ")"])
  }

  @Test(arguments: [
    ("file reads 1", "file reads 12", ["12", "1", "^^"]),
    ("get Bob", "get Bob twice", [" twice", "", "^^^^^^"]),
    ("a 1 b 2 c", "a 3 b 4 c", ["3 b 4", "1 b 2", "^^^^^"]),
    ("next(1)", "next(1)(1)", ["(1)", "", "^^^"]),
  ])
  func `is marked where a guess differs`(printed: String, guess: String, parts: [String]) throws {
    let difference = LineDifference(printed: LineTokens(printed), guess: LineTokens(guess))
    let lines = difference.lines()
    let start = try #require(lines.last).prefix { $0 == " " }.count
    let marked = lines.map { line in
      line.dropFirst(start).prefix(parts[2].count)
    }
    #expect(lines.count == 3)
    #expect(lines[0] == "    yours    \(guess)")
    #expect(lines[1] == "    printed  \(printed)")
    #expect(marked[0] == parts[0])
    #expect(marked[1].hasPrefix(parts[1]))
    #expect(marked[2] == parts[2])
  }

  @Test
  func `that differs as a whole is shown without a mark`() {
    let difference = LineDifference(
      printed: LineTokens("bag released"), guess: LineTokens("completed"))
    #expect(difference.lines() == ["    yours    completed", "    printed  bag released"])
  }
}

struct `The choices for a line` {
  private func offered(
    for number: Int, of page: [String], named slug: String = "page", others: [String] = []
  ) -> [String]? {
    PlausibleLines(
      page: page.map { LineTokens($0) }, slug: slug, others: others.map { LineTokens($0) }
    )
    .choices(at: number - 1)?.lines.map(\.text)
  }

  @Test
  func `include lines of another page of the chapter`() throws {
    let cached = ["store.readNewsList -> 0", "store.save 2", "viewModel: 2 news"]
    let asWritten = ["store.readNewsList -> 0", "store.save 0", "viewModel: 2 news"]
    let choices = try #require(offered(for: 2, of: cached, others: asWritten))
    #expect(choices.contains("store.save 0"))
    #expect(choices.contains("store.save 2"))
  }

  @Test
  func `include a later line of the page`() throws {
    let page = ["observer1: next(2)", "observer2: next(2)", "observer1: completed"]
    let choices = try #require(offered(for: 1, of: page))
    #expect(choices.contains("observer2: next(2)"))
  }

  @Test
  func `include a count or a number of the page that is one off`() throws {
    let counts = try #require(offered(for: 1, of: ["reads 7"]))
    let numbers = try #require(offered(for: 1, of: ["get 1", "set 2"]))
    #expect(Set(counts).isSubset(of: ["reads 6", "reads 7", "reads 8"]))
    #expect(numbers.contains("get 2"))
    #expect(offered(for: 1, of: ["server answers 500 -> error: status 500"]) == nil)
  }

  @Test
  func `include no line that is impossible on the page`() {
    let page = ["observer: next(1)", "has observers: true", "bag released"]
    let others = [
      "has value: false", "has observers: false", "observer: next(7)", "observer: completed",
      "observer2: next(1)", "box released", "get Bob",
    ]
    let offered = (1...3).flatMap { self.offered(for: $0, of: page, others: others) ?? [] }
    #expect(Set(offered).subtracting(page) == ["has observers: false", "observer: completed"])
  }

  @Test(arguments: [
    ("get Ann, file reads 1", true), ("a 1; b 2", true), ("view: shows \"Hi, Taylor\"", false),
    ("observer1: next(1)", false), ("next(1,2)", false),
  ])
  func `are shown unasked for a line with several facts`(line: String, hasSeveral: Bool) {
    #expect(LineTokens(line).hasSeveralFacts == hasSeveral)
  }

  @Test
  func `do not exist if no other line can be made`() {
    let none = offered(for: 1, of: ["?!"])
    let repeated = offered(for: 2, of: ["?!", "?!", " ?! "])
    #expect(none == nil)
    #expect(repeated == nil)
  }

  @Test
  func `are different, however often a line is printed`() throws {
    let lines = ["news 2", "news  2", " news 2", "news 3", "news 2"]
    let choices = try #require(offered(for: 1, of: lines, others: lines))
    #expect(Set(choices).count == choices.count)
    #expect(choices.filter { $0 == "news 2" }.count == 1)
  }

  @Test
  func `have an order that does not depend on which of them is printed`() {
    let lines = ["a 1", "b 2", "c 3", "d 4"].map { LineTokens($0) }
    for turn in 0..<8 {
      let orders = lines.indices.map { first in
        LineChoices(Array(lines[first...] + lines[..<first]), turn: turn).lines.map(\.text)
      }
      #expect(Set(orders).count == 1)
    }
    let firsts = (0..<8).map { LineChoices(lines, turn: $0).lines[0].text }
    #expect(firsts == ["a 1", "b 2", "c 3", "d 4", "a 1", "b 2", "c 3", "d 4"])
  }

  @Test
  func `are found by their letters, in either case`() {
    let choices = LineChoices(["a 1", "b 2"].map { LineTokens($0) }, turn: 1)
    #expect(choices.range == "A to B")
    #expect(choices.shown == ["  A  b 2", "  B  a 1"])
    #expect(choices["a"]?.text == "b 2")
    #expect(choices["B"]?.text == "a 1")
    #expect(choices["C"] == nil)
    #expect(choices["ß"] == nil)
    #expect(choices[""] == nil)
  }
}
