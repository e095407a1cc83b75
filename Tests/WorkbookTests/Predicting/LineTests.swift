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
  func `is shown whole and without carets where the terminal is narrow`() {
    let (printed, guess) = ("observer1: next(1), and more", "observer1: next(2), and more")
    let difference = LineDifference(printed: LineTokens(printed), guess: LineTokens(guess))
    #expect(
      difference.lines(width: 39) == ["    yours    \(guess)", "    printed  \(printed)"])
    #expect(difference.lines(width: 40).count == 3)
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

  @Test
  func `that is long is cut so that what differs is in 80 columns`() {
    let beginning = String(repeating: "ab, ", count: 50)
    let difference = LineDifference(
      printed: LineTokens(beginning + "1" + beginning), guess: LineTokens(beginning + "2 or more"))
    let tail = LineDifference(
      printed: LineTokens("1 " + beginning + "!"), guess: LineTokens("2 " + beginning + "!"))
    let marked = [
      "    yours    …ab, ab, ab, ab, ab, 2 or more",
      "    printed  …ab, ab, ab, ab, ab, 1ab, ab, ab, ab, ab, ab, ab, ab, ab, ab, ab, …",
    ]
    #expect(difference.lines().dropLast() == marked[...])
    #expect(difference.lines().last?.prefix { $0 == " " }.count == 34)
    #expect(marked[1].prefix { $0 != "1" }.count == 34)
    #expect(tail.lines().last == "             ^")
    #expect((difference.lines() + tail.lines()).allSatisfy { $0.count <= 80 })
  }
}
