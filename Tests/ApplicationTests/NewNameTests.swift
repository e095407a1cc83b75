import Application
import Foundation
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
  func `has 1 to 20 characters without surrounding white space`(
    entered: String, text: String?
  ) {
    let name = try? NewName(entered)
    #expect(name.map { Array($0.text.unicodeScalars) } == text.map { Array($0.unicodeScalars) })
  }

  static let emptyAdvice =
    "The name is empty. Enter at least one character that is not white space."

  @Test(arguments: [
    ("", NewName.ValidationError.empty, "empty", emptyAdvice),
    (" \n", .empty, "empty", emptyAdvice),
    (
      " " + longest + "xyz ", .tooLong(count: 23), "23 over 20",
      "The name has 23 characters. Remove at least 3."
    ),
  ])
  func `says what is wrong, and what to do`(
    entered: String, invalid: NewName.ValidationError, text: String, advice: String
  ) {
    let thrown = #expect(throws: NewName.ValidationError.self) { try NewName(entered) }
    #expect(thrown == invalid)
    #expect(thrown?.description == text)
    #expect(thrown?.localizedDescription == advice)
  }
}
