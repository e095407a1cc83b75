import Application
import Testing

@Suite(.serialized)
struct `A new name` {
  static let longest = String(repeating: "x", count: 20)
  static let family = "👨‍👩‍👧"

  @Test(arguments: [
    ("Taylor", "Taylor"), ("x", "x"), (longest, longest), ("  Taylor\n", "Taylor"),
    ("\t\(longest) \u{a0}", longest), ("O'Brien; DROP TABLE user", nil),
    ("O'Brien\"; --", "O'Brien\"; --"), ("Taylor\nJake", "Taylor\nJake"), ("  ", nil), ("", nil),
    ("\n\t\u{2003}\u{3000}", nil), (longest + "x", nil),
    (String(repeating: family, count: 20), String(repeating: family, count: 20)),
    (String(repeating: family, count: 21), nil), ("Andre\u{301}", "Andre\u{301}"),
  ])
  func `has 1 to 20 characters without the white space around them`(
    entered: String, text: String?
  ) {
    let name = try? NewName(entered)
    #expect(name.map { Array($0.text.unicodeScalars) } == text.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [
    ("", NewName.Mistake.empty, "empty", "Enter a name; white space alone is none."),
    (" \n", .empty, "empty", "Enter a name; white space alone is none."),
    (
      " " + longest + "xyz ", .tooLong(count: 23), "23 over 20",
      "The name has 23 characters. Leave out 3 or more."
    ),
  ])
  func `says what is wrong, and what to do`(
    entered: String, mistake: NewName.Mistake, text: String, advice: String
  ) {
    let thrown = #expect(throws: NewName.Mistake.self) { try NewName(entered) }
    #expect(thrown == mistake)
    #expect(thrown?.description == text)
    #expect(thrown?.advice == advice)
  }

  @Test
  func `may be as long as the documented limit`() { #expect(NewName.longest == 20) }
}
