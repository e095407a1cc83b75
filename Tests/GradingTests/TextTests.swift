import Foundation
import Testing

@testable import Grading

struct `A task` {
  static let text = """
    # PublishSubject: only what comes

    Write it.

    ## Rules

    - One, as [here](../Docs/Subjects.md#relays).

    ## You will need

    - [the chapter](../Docs/Subjects.md#three-kinds), and [the
      end](../Docs/Subjects.md#ends-and-errors)
    - [Scene.swift](../Scene.swift): the steps
    """

  static let hints = """
    # PublishSubject: Hints

    1. Look at
       [the chapter](../Docs/Subjects.md#three-kinds)
    2. Think of [ends](../Docs/Subjects.md#ends-and-errors).
    3. Keep an [array] of `(id, observer)`. See [order](../Docs/Subjects.md#order-and-threads)
    """

  @Test
  func `has a title, a text and the links that it needs`() throws {
    let page = try TaskPage(Self.text)
    #expect(page.title == "PublishSubject: only what comes")
    #expect(page.task == "Write it.\n\n## Rules\n\n- One, as [here](../Docs/Subjects.md#relays).")
    #expect(
      page.needs == [
        "../Docs/Subjects.md#three-kinds", "../Docs/Subjects.md#ends-and-errors",
        "../Scene.swift",
      ])
  }

  @Test
  func `has a page of three hints with their links`() throws {
    let hints = try Hint.all(in: Self.hints).map { "\($0.text) → \($0.link)" }
    #expect(
      hints == [
        "Look at the chapter → ../Docs/Subjects.md#three-kinds",
        "Think of ends → ../Docs/Subjects.md#ends-and-errors",
        "Keep an [array] of `(id, observer)`. See order → ../Docs/Subjects.md#order-and-threads",
      ])
  }

  @Test(arguments: [
    "", "# Title", Self.text.replacing("## You will need", with: "## You need"),
    Self.text + "\n## Hints\n",
  ])
  func `with an invalid structure is refused`(text: String) {
    #expect(throws: GradingError.self) { try TaskPage(text) }
  }

  @Test(arguments: [
    "", Self.hints.replacing("2. Think", with: "- Think"),
    Self.hints.replacing("](../Docs/Subjects.md#order-and-threads)", with: "]"),
  ])
  func `with invalid hints is refused`(text: String) {
    #expect(throws: GradingError.self) { try Hint.all(in: text) }
  }

  @Test(arguments: Catalog.all.map(\.name))
  func `lists its prerequisites, and reveals no hint`(name: String) throws {
    let exercise = try #require(Catalog.exercise(named: name))
    let task = try String(contentsOf: PackageFolder.tested.task(exercise), encoding: .utf8)
    let needs = try TaskPage(task).needs
    let page = try String(contentsOf: PackageFolder.tested.hints(exercise), encoding: .utf8)
    let hints = try Hint.all(in: page)
    #expect(needs.contains { $0.wholeMatch(of: /.*\/Docs\/[\w-]+\.md#.+/) != nil })
    #expect(needs.contains { $0.hasSuffix(".swift") })
    let words = { (text: String) in
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(hints.filter { words(task).contains(words(String($0.text.prefix(60)))) } == [])
    #expect(!task.contains("Hints"))
  }
}

struct `A variant` {
  static let file = """
    Prose.

    Wrong: sends-twice
    Shows also: sends-nothing
    @@
     a
    -send()
    +send()
    +send()
    @@
    -b
    +

    Misconception: sends-nothing
    Send,
    - one.
    @@
    -send()
    """

  @Test
  func `is a change of the solution`() throws {
    let mistakes = try Mistakes(Self.file)
    let texts = try (mistakes.wrong + mistakes.misconceptions).map {
      "\($0.name), \($0.help): \(try $0.applied(to: "a\nsend()\nb\n"))"
    }
    #expect(
      texts == ["sends-twice, : a\nsend()\nsend()\n\n", "sends-nothing, Send, - one.: a\nb\n"])
    #expect(mistakes.wrong.map(\.shows) == [["sends-nothing"]])
  }

  @Test(arguments: ["a\nb", "send()\nsend()"])
  func `whose lines are missing or occur twice is refused`(solution: String) throws {
    let variant = try #require(try Mistakes(Self.file).misconceptions.first)
    #expect(throws: GradingError.self) { try variant.applied(to: solution) }
  }

  @Test(arguments: ["", "@@\n+send()\n", "-send()\n", "@@ -1 +1 @@\n-a\n+b\n", "@@\n-a\nb\n"])
  func `that is not a diff is refused`(rest: String) {
    #expect(throws: GradingError.self) { try Mistakes("Wrong: half\n\(rest)") }
  }

  @Test(arguments: ["Wrong", "Misconception"])
  func `with the name of another is refused`(kind: String) {
    let text = "\(kind): half\n@@\n-a\n"
    #expect(throws: GradingError("Two variants have the name “half”: rename one.")) {
      try Mistakes(text + text)
    }
  }
}
