import Testing

@testable import Terminal

struct `Wrapped text` {
  @Test(arguments: [
    ("", [""]),
    ("short", ["short"]),
    ("exactly ten", ["exactly", "ten"]),
    ("ten chars!", ["ten chars!"]),
    ("one two three four", ["one two", "three four"]),
    ("abcdefghijklmno pq", ["abcdefghij", "klmno pq"]),
    ("a\n\nb", ["a", "", "b"]),
    ("    indented code", ["    indented".prefix(10).description, "ed code"]),
  ])
  func `has no line that is too long`(text: String, expected: [String]) {
    #expect(text.wrapped(to: 10) == expected)
  }

  @Test
  func `is indented, with a custom first line, and without trailing spaces in empty lines`() {
    let lines = "one two three\n\nfour".wrapped(to: 10, indentation: "   ", first: " - ")
    let quoted = "a\n\nb".wrapped(to: 10, indentation: "  | ")
    #expect(lines == [" - one two", "   three", "", "   four"])
    #expect(quoted == ["  | a", "  |", "  | b"])
  }
}

struct `Terms and their texts` {
  @Test
  func `are aligned in two columns, with at most 80 characters per line`() {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let lines = [(term: "a", text: "one line"), (term: "abc", text: long)].aligned(indentation: 2)
    #expect(
      lines == [
        "  a    one line",
        "  abc  \(Array(repeating: "word", count: 14).joined(separator: " "))",
        "       \(Array(repeating: "word", count: 6).joined(separator: " "))",
      ])
  }
}

struct `Bold text` {
  @Test(arguments: [
    ([:], false), (["TERM": "xterm"], true), (["TERM": "dumb"], false),
    (["TERM": "xterm", "NO_COLOR": "1"], false), (["TERM": "xterm", "NO_COLOR": ""], true),
  ])
  func `is used unless the environment disables it`(
    environment: [String: String], expected: Bool
  ) {
    #expect(Style.isSupported(in: environment) == expected)
  }

  @Test(arguments: [
    (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), ([:], false),
    (["LANG": "en_US.UTF-8", "LC_ALL": "C"], false),
    (["LANG": "C", "LC_ALL": "", "LC_CTYPE": "de_DE.UTF-8"], true),
  ])
  func `has lines and arrows outside ASCII where the locale is UTF-8`(
    environment: [String: String], expected: Bool
  ) {
    #expect(Style.isUnicode(in: environment) == expected)
  }
}
