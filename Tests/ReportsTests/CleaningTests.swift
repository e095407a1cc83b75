import Testing

@testable import Grading

struct `Text that learners' programs print` {
  /// A text and its cleaned form. The description has escapes, to protect the test output.
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let expected: String

    init(_ text: String, is expected: String) {
      self.text = text
      self.expected = expected
    }

    var testDescription: String { text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() }
  }

  @Test(arguments: [
    Case("plain text, ä and 日本 and 👩‍👩‍👧", is: "plain text, ä and 日本 and 👩‍👩‍👧"),
    Case("\u{1B}[31mred\u{1B}[0m", is: "red"),
    Case("\u{1B}]0;title\u{07}text\u{1B}]8;;http://a\u{1B}\\link", is: "textlink"),
    Case("\u{1B}Pq...\u{1B}\\a\u{9B}2Jb\u{1B}(Bc\u{1B}cd", is: "abcd"),
    Case("\u{1B}]never ends\nnext line", is: "\nnext line"),
    Case("\u{1B}[31\nnext line", is: "\nnext line"),
    Case("\u{1B}[\u{1B}[31mtext", is: "text"),
    Case("bell\u{07} nul\u{00} del\u{7F}", is: #"bell\u{7} nul\u{0} del\u{7F}"#),
    Case("abc\rdef\r\nghi\tj", is: "abc\ndef\nghi  j"),
    Case("a\u{202E}b\u{2066}c\u{200F}", is: #"a\u{202E}b\u{2066}c\u{200F}"#),
    Case("a\u{2028}b\u{FEFF}c", is: #"a\u{2028}b\u{FEFF}c"#),
    Case("::error::bad\n  ::set-output\na::b", is: ": :error::bad\n  : :set-output\na::b"),
    Case("x ##[error]bad ##vso[task]", is: "x # #[error]bad # #vso[task]"),
    Case("\u{1B}[1m::error::bad", is: ": :error::bad"),
    Case("far from the start ::error::bad", is: "far from the start : :error::bad"),
    Case("word::stop-commands::x ::endgroup::", is: "word: :stop-commands::x : :endgroup::"),
    Case("x ##teamcity[testFailed]", is: "x # #teamcity[testFailed]"),
    Case("Array::init, Swift::Int", is: "Array::init, Swift::Int"),
  ])
  func `has no effect on its reader`(example: Case) {
    #expect(example.text.cleaned() == example.expected)
    #expect(example.expected.cleaned() == example.expected)
  }

  @Test
  func `is truncated, with the number of missing characters`() {
    let flood = String(repeating: "x", count: 5_000)
    let cut = flood.cleaned(upTo: 10)
    let lines = String(repeating: "a\n", count: 100).cleaned(lines: 3)
    let marks = ("e" + String(repeating: "\u{301}", count: 1_000)).cleaned(upTo: 5)
    #expect(cut == "xxxxxxxxxx\n… (4990 more characters)")
    #expect(lines == "a\na\na\n… (195 more characters)")
    #expect(marks.unicodeScalars.count < 40)
  }

  @Test
  func `may be any bytes, and stays on a single line`() {
    let bytes = String(cleaning: [0xFF, 0x61])
    let line = "one\ntwo\u{7}".cleaned(lines: 1)
    let cut = "abcdef".cleaned(upTo: 3, lines: 1)
    #expect(bytes == "\u{FFFD}a")
    #expect(line == #"one\u{A}two\u{7}"#)
    #expect(cut == "abc … (3 more characters)")
  }
}
