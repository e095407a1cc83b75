import Concurrency
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

/// Each reader predicts all pages of a chapter in one run, because choices come from all pages.
struct `Every page of a chapter` {
  static let chapters: [any Chapter.Type] = [
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

  @Test(arguments: chapters.indices)
  func `is predicted by a reader who types each line`(index: Int) async throws {
    let chapter = Self.chapters[index]
    let plain = try Self.program(chapter)
    let pages = plain.pages
    let typed = Answers(pages.flatMap(\.lines).map { " " + $0 + "  " })
    let printed = await chapter.printed(by: ["--predict"], asking: typed.next)
    let sums = pages.map { page in
      "\(page.slug): \(page.lines.count) of \(page.lines.count) "
        + (page.lines.count == 1 ? "line predicted" : "lines predicted")
    }
    let count = pages.map(\.lines.count).reduce(0, +)
    let remarks = printed.complaints.split(separator: "\n").map(String.init)
    #expect(pages.map(\.slug) == chapter.pages.map(\.slug))
    #expect(printed.output == plain.ending.output)
    #expect(printed.status == 0)
    #expect(
      remarks.filter { $0.hasSuffix(" predicted") } == sums + [
        "\(pages.count) pages: \(count) of \(count) lines predicted"
      ])
    #expect(remarks.count { $0 == "  right" } == count)
    #expect(typed.remaining == 0)
  }

  /// Tests two chapters. The next test examines the choices of all chapters.
  @Test(arguments: [0, 2])
  func `is predicted by a reader who picks only letters, mostly wrong ones`(index: Int) async throws
  {
    let chapter = Self.chapters[index]
    let plain = try Self.program(chapter)
    let count = plain.pages.map(\.lines.count).reduce(0, +)
    let picked = Locked(0)
    let asked = Locked("")
    let printed = await chapter.printed(by: ["--predict"]) { prompt in
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
      let label = /([A-Za-z0-9 -]+):\s/
      let text = page.lines.map(\.text).joined(separator: "\n")
      let labels = Set(page.lines.compactMap { $0.text.prefixMatch(of: label)?.output.1 })
      let words = Set(text.matches(of: /\b(?:\d+|\p{Lu}\w*)/).map(\.output))
      for choice in Set(page.choices.flatMap { $0?.lines ?? [] }) {
        if let found = choice.text.prefixMatch(of: label)?.output.1 {
          #expect(labels.contains(found), "\(page.slug): \(choice.text)")
        }
        for word in choice.text.matches(of: /\b(?:\d+|\p{Lu}\w*)/).map(\.output) {
          let near = Int(word).map { [$0 - 1, $0 + 1] } ?? []
          #expect(
            words.contains(word) || near.contains { words.contains("\($0)") },
            "\(page.slug): \(choice.text)")
        }
      }
    }
  }
}

/// A reader's prepared answers, followed by the end of the input.
final class Answers: Sendable {
  private let rest: Locked<[String]>

  init(_ answers: [String]) { rest = Locked(answers.reversed()) }

  var remaining: Int { rest.withLock { $0.count } }

  var next: @Sendable (_ prompt: String) -> String? {
    { _ in self.rest.withLock { $0.popLast() } }
  }
}
