import Concurrency
import Foundation
import TestSupport
import Testing

@testable import Chapter_ConfinedStore
@testable import Chapter_DDA
@testable import Chapter_Repository
@testable import Chapter_StorageChain
@testable import Chapter_Subjects
@testable import Workbook

// Both chapters have a namespace `Program`.
private typealias ConfinedStoreProgram = Chapter_ConfinedStore.Program.ConfinedStore
private typealias RepositoryProgram = Chapter_Repository.Program.Repository

/// DocsTests compares the lines with the documents.
struct `Every page of a chapter` {
  private static let chapters: [any Chapter.Type] = [
    Subjects.self, RepositoryProgram.self, StorageChain.self, DDA.self, ConfinedStoreProgram.self,
  ]

  private static func program(_ chapter: any Chapter.Type) throws -> RecordedProgram {
    try #require(RecordedProgram.all.get()[chapter.programName])
  }

  /// The pages of all chapters, with the choices for each line, or nil without another line.
  private static let offered = Result {
    try chapters.flatMap { chapter in
      let pages = try program(chapter).pages.map { ($0.slug, $0.lines.map(LineTokens.init)) }
      return pages.map { slug, lines in
        let others = pages.filter { $0.0 != slug }.flatMap(\.1)
        let plausible = PlausibleLines(page: lines, slug: slug, others: others)
        return (slug: slug, lines: lines, choices: lines.indices.map(plausible.choices))
      }
    }
  }

  /// Choices come from all pages, so a reader predicts all pages of a chapter in one run.
  @Test(arguments: chapters.indices)
  func `prints the same in its program and here, where a reader types each line`(
    index: Int
  ) async throws {
    let chapter = Self.chapters[index]
    let program = try Self.program(chapter)
    let pages = program.pages
    let typed = Answers(pages.flatMap(\.lines).map { " " + $0 + "  " })
    let here = await chapter.printed(by: ["--predict"], asking: typed.next)
    let sums = pages.map { page in
      "\(page.slug): \(page.lines.count) of \(page.lines.count) "
        + (page.lines.count == 1 ? "line predicted" : "lines predicted")
    }
    let count = pages.map(\.lines.count).reduce(0, +)
    let remarks = here.complaints.split(separator: "\n").map(String.init)
    #expect(pages.map(\.slug) == chapter.pages.map(\.slug))
    #expect(program.ending.status == 0)
    #expect(program.ending.errors == "")
    #expect(here.status == 0)
    #expect(here.output == program.ending.output)
    #expect(
      remarks.filter { $0.hasSuffix(" predicted") } == sums + [
        "\(pages.count) pages: \(count) of \(count) lines predicted"
      ])
    #expect(remarks.count { $0 == "  right" } == count)
    #expect(typed.remaining == 0)
  }

  /// Without the pages whose laboratories take a second to record. A reader types the lines of the
  /// first chapter only, because a prediction runs all pages again for its choices.
  @Test(arguments: chapters.indices)
  func `is recorded in its program as here, also while a reader types each line`(
    index: Int
  ) async throws {
    let chapter = Self.chapters[index]
    let program = try Self.program(chapter)
    let slugs = chapter.pages.filter { $0.laboratory == nil }.map(\.slug)
    let lines = program.pages.filter { slugs.contains($0.slug) }.flatMap(\.lines)
    let folder = try TemporaryFolder("recordings")
    let file = folder.file("here.json")
    _ = await chapter.printed(
      by: (index == 0 ? ["--predict"] : []) + ["--record", file.path] + slugs,
      asking: Answers(lines.map(String.init)).next)
    let recordings = try RecordedPage.all(Data(contentsOf: file)).map(\.json)
    let whole = String(decoding: program.recording, as: UTF8.self)
    #expect(recordings.count == slugs.count)
    #expect(recordings.filter { !whole.contains($0) } == [])
  }

  /// The system reports file changes after an arbitrary delay, and the pages wait for the reports.
  @Test
  func `prints the same in 10 runs if it waits for file events`() async {
    let watching = ["cache-provider", "get-after-change", "three-levels", "two-chains"]
    let first = await StorageChain.printed(by: watching)
    #expect(first.status == 0)
    for _ in 1..<10 {
      let again = await StorageChain.printed(by: watching)
      #expect(again == first)
    }
  }

  @Test
  func `is predicted by a reader who picks only letters, mostly wrong ones`() async throws {
    let plain = try Self.program(Subjects.self)
    let count = plain.pages.map(\.lines.count).reduce(0, +)
    let picked = Locked(0)
    let asked = Locked("")
    let printed = await Subjects.printed(by: ["--predict"]) { prompt in
      guard let last = prompt.firstMatch(of: /A to ([B-D])\): $/)?.output.1 else {
        let isAgain = asked.withLock { last in
          defer { last = prompt }
          return last == prompt
        }
        // The repeated question has no choices.
        if isAgain { picked.withLock { $0 += 1 } }
        return isAgain ? "z" : "?"
      }
      let letters = ["A", "b", "C", "d"].filter { $0.uppercased() <= last }
      return picked.withLock { number in
        defer { number += 1 }
        return letters[number % letters.count]
      }
    }
    let remarks = printed.complaints.split(separator: "\n").map(String.init)
    let right = remarks.count { $0 == "  right" }
    let wrong = remarks.count { $0.hasPrefix("  wrong") }
    #expect(printed.output == plain.ending.output)
    #expect(printed.status == 0)
    #expect(picked.withLock { $0 } == count)
    #expect(right + wrong == count)
    #expect(right > 0 && right < count / 2)
    #expect(
      remarks.last?.hasPrefix("\(plain.pages.count) pages: \(right) of \(count) lines predicted, ")
        == true)
  }

  @Test
  func `has different choices for each line, and no pattern reveals the right one`() throws {
    var (letters, chances) = ([0.0, 0, 0, 0], [0.0, 0, 0, 0])
    var (likest, guessed) = (0.0, 0.0)
    var counts = [0, 0, 0, 0, 0]
    for page in try Self.offered.get() {
      for (printed, choices) in zip(page.lines, page.choices) {
        let lines = choices?.lines ?? []
        counts[lines.count] += 1
        #expect(Set(lines.map(\.text)).count == lines.count, "\(lines.map(\.text))")
        guard let right = lines.firstIndex(of: printed) else {
          #expect(lines.isEmpty, "\(printed.text) is not among \(lines.map(\.text))")
          continue
        }
        letters[right] += 1
        guessed += 1 / Double(lines.count)
        for letter in lines.indices { chances[letter] += 1 / Double(lines.count) }
        let distances = lines.map { line in
          lines.map { LineDifference(printed: line, guess: $0).size }.reduce(0, +)
        }
        let ties = distances.indices.filter { distances[$0] == distances.min() }
        if ties.contains(right) { likest += 1 / Double(ties.count) }
      }
    }
    let total = letters.reduce(0, +)
    // Most lines have four choices. The only line of a page has none.
    #expect(counts[4] * 10 > counts.reduce(0, +) * 7, "\(counts)")
    #expect(counts[0] < 12, "\(counts)")
    #expect(zip(letters, chances).allSatisfy { abs($0 / $1 - 1) < 0.25 }, "\(letters), \(chances)")
    // Picking the line that most resembles the others is right little more often than guessing.
    #expect(likest < 2 * guessed, "\(likest) of \(total)")
  }

  /// A reader could rule out an impossible line without thinking about the page.
  @Test
  func `has no choice with a label, a name or a number that the page lacks`() throws {
    for page in try Self.offered.get() {
      let labels = Set(page.lines.compactMap(\.label))
      let values = Set(page.lines.flatMap(\.values))
      let choices = Set(page.choices.flatMap { $0?.lines ?? [] })
      let unknown = choices.filter { choice in
        choice.label.map { !labels.contains($0) } ?? false
          || !choice.values.allSatisfy { value in
            let near = Int(value).map { ["\($0 - 1)", "\($0 + 1)"] } ?? []
            return ([value] + near).contains(where: values.contains)
          }
      }
      #expect(unknown.map(\.text) == [], "\(page.slug)")
    }
  }
}

extension LineTokens {
  /// The text before the first colon, if that is letters, digits, spaces and hyphens.
  fileprivate var label: Substring? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let label = text[..<colon]
    let isLabel = label.wholeMatch(of: /[A-Za-z0-9 -]+/) != nil
    return isLabel && text[colon...].hasPrefix(": ") ? label : nil
  }

  /// The numbers and the words that begin in upper case.
  fileprivate var values: [String] {
    tokens.filter { $0.first.map { $0.isNumber || $0.isUppercase } ?? false }.map(String.init)
  }
}
