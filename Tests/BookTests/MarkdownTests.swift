import Testing

@testable import Book
@testable import Markdown

struct `A document of the book` {
  private func blocks(_ text: String) throws -> [Block.Content] {
    try Document(path: "Docs/A.md", text: text).blocks.map(\.content)
  }

  @Test
  func `has headings, paragraphs, lists, tables and code`() throws {
    let blocks = try blocks(
      """
      # A *title*

      Some `code`, **bold [link](B.md#c)**
      and 2 * 3.

      - one
        goes on
      - [ ] two

      3. three

      | n | `a` |
      |--:|---|
      | 1 | two |

      ```swift Sources/A.swift
      let a = 1

      ```
      <details><summary>The run</summary>

      ```console
      $ ls
      ```
      </details>
      b
      """)
    #expect(
      blocks == [
        .heading(level: 1, [.text("A "), .emphasis([.text("title")])]),
        .paragraph([
          .text("Some "), .code("code"), .text(", "),
          .strong([.text("bold "), .link([.text("link")], target: "B.md#c", line: 3)]),
          .text("\nand 2 * 3."),
        ]),
        .list(
          List(
            start: nil,
            items: [
              List.Item(text: [.text("one\ngoes on")], isDone: nil),
              List.Item(text: [.text("two")], isDone: false),
            ])),
        .list(List(start: 3, items: [List.Item(text: [.text("three")], isDone: nil)])),
        .table(
          DocumentTable(
            isNumber: [true, false], heads: [[.text("n")], [.code("a")]],
            rows: [[[.text("1")], [.text("two")]]])),
        .code(CodeBlock(info: "swift Sources/A.swift", lines: ["let a = 1", ""])),
        .code(CodeBlock(info: "console", lines: ["$ ls"], summary: "The run")),
        .paragraph([.text("b")]),
      ])
  }

  @Test
  func `has the anchors that GitHub makes, each once`() throws {
    let document = try Document(
      path: "Docs/A.md", text: "# Events: `next`\n\n## The end\n\n## The end\n")
    #expect(document.anchors == [0: "events-next", 1: "the-end", 2: "the-end-1"])
  }

  @Test(arguments: [
    ("#### Deep", 1, "a heading has one to three # and a space"),
    ("a\n\n> b", 3, "a quotation is not converted"),
    ("a\n---", 2, "a rule or an underlined heading is not converted"),
    ("<b>a</b>", 1, "HTML is not converted"),
    ("<details>\na", 2, "<details> holds <summary>, on its line, and one block of code"),
    (
      "<details><summary>a</summary>\n```text\n```\nb", 4,
      "</details> is missing behind this block of code"
    ),
    ("see <b>a</b>", 1, "HTML is not converted: write code between backticks"),
    ("    code", 1, "indented text that belongs to no list is not converted"),
    ("- a\n  - b", 2, "an item goes on with 2 spaces and text; nested blocks are not converted"),
    ("- a\nb", 2, "an item goes on with 2 spaces and text; nested blocks are not converted"),
    ("a\n- b", 2, "a list needs an empty line before it"),
    ("- a\n1. b", 2, "a list is all bullets or all numbers"),
    ("a\n```text\nb", 2, "this block of code has no end"),
    ("```ruby\n```", 1, "a block of code is one of console, python, sh, swift, text, not “ruby”"),
    ("a\n![b](c.png)", 2, "an image is not converted"),
    ("a\nb ![b](c.png)", 2, "an image is not converted"),
    ("[a][b]", 1, "a link whose target is elsewhere is not converted"),
    ("[b [c](d)](e)", 1, "a link in a link is not converted"),
    ("a\n[b [c] d](e)", 2, "a bracket in the text of a link is not converted"),
    ("a\\* b", 1, "a backslash is not converted: write code between backticks"),
    ("[a](b c)", 1, "the target of a link is one word"),
    ("an _emphasis_", 1, "emphasis with _ is not converted: write * or backticks"),
    ("a\n*b", 2, "* is missing behind this text"),
    ("a `b", 1, "` has no partner, or is doubled"),
    ("a  \nb", 1, "spaces at the end of a line are not converted"),
    ("a &amp; b", 1, "a reference to a character is not converted: write the character"),
    ("at https://a.b", 1, "an address is not converted: write a link or backticks"),
    ("| a |\n| b |", 2, "the second line of a table has a rule such as --- for each column"),
    ("| a |\n|---|\n| b | c |", 3, "this row has 2 cells, and the table 1 columns"),
  ])
  func `is refused with its line where the converter knows no way`(
    text: String, line: Int, problem: String
  ) {
    let error = #expect(throws: MarkdownError.self) { try blocks(text) }
    #expect(error?.line == line)
    #expect(
      error?.description.hasPrefix("Docs/A.md:\(line): \(problem)") == true, "\(error as Any)")
  }

  @Test
  func `is read in linear time and bounded depth`() throws {
    let nested = String(repeating: "**a *b ", count: 40_000)
    let error = #expect(throws: MarkdownError.self) { try blocks("a\n" + nested) }
    #expect(
      error?.description == "Docs/A.md:2: more than 20 nested marks are not converted")
    let brackets = String(repeating: "[a\n", count: 30_000)
    let links = String(repeating: "[a](b)\n", count: 30_000)
    let document = try Document(path: "Docs/A.md", text: brackets + "]\n\n" + links)
    let lines = document.blocks.map { $0.texts[0].links.last?.line }
    #expect(lines == [nil, 60_002])
  }
}

struct `Swift in the book` {
  @Test(arguments: [
    (#"let a = "b\("c")" // d"#, #"<b>let</b> a = <u>"b\("c")"</u> <i>// d</i>"#),
    ("wait(in: .default, for: self)", "wait(in: .default, for: <b>self</b>)"),
    ("@Test func `a let`()", "<b>@Test</b> <b>func</b> `a let`()"),
    ("1.5...Int.max", "<u>1.5</u>...<var>Int</var>.max"),
    (##"#"a"b"# < c"##, ##"<u>#"a"b"#</u> &lt; c"##),
  ])
  func `has keywords, types, strings, numbers and comments in elements`(code: String, html: String)
  {
    #expect(SwiftCode.lines([code]) == [html])
  }

  @Test
  func `closes what goes over several lines at the end of each`() {
    #expect(SwiftCode.lines(["/* a", "b */ c"]) == ["<i>/* a</i>", "<i>b */</i> c"])
    #expect(
      SwiftCode.lines(["\"\"\"", "a\"", "\"\"\""]).map { $0.hasPrefix("<u>") } == [
        true, true, true,
      ])
  }

  @Test
  func `of an excerpt is found in its file, however far it is indented`() {
    let file: [Substring] = ["struct A {", "  let a = 1", "", "  func b() {", "    a", "  }", "}"]
    let excerpt = { (lines: [String]) in
      CodeBlock(info: "swift", lines: lines).lineNumbers(in: file)
    }
    #expect(excerpt(["let a = 1", "…", "func b() {", "  a"]) == [2, nil, 4, 5])
    #expect(excerpt(["func b() {", "let a = 1"]) == nil)
  }
}
