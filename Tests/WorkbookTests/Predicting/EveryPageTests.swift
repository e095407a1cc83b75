import Concurrency
import Testing

@testable import Chapter_ConfinedStore
@testable import Chapter_DDA
@testable import Chapter_Repository
@testable import Chapter_StorageChain
@testable import Chapter_Subjects
@testable import Workbook

// Both chapters have a name space `Program`.
private typealias ConfinedStoreProgram = Chapter_ConfinedStore.Program.ConfinedStore
private typealias RepositoryProgram = Chapter_Repository.Program.Repository

/// All pages of a chapter in one run for each reader, because the choices of one page are lines of all.
struct `Every page of a chapter` {
  static let chapters: [any Chapter.Type] = [
    Subjects.self, RepositoryProgram.self, StorageChain.self, DDA.self, ConfinedStoreProgram.self,
  ]

  /// What each of them prints, run once for all tests.
  private static let runs = chapters.map { chapter in Task { await chapter.printed(by: []) } }

  @Test(arguments: chapters.indices)
  func `is predicted by a reader who types each line`(index: Int) async {
    let chapter = Self.chapters[index]
    let plain = await Self.runs[index].value
    let pages = plain.pages
    let typed = Answers(pages.flatMap(\.lines).map { " " + $0.text + "  " })
    let printed = await chapter.printed(by: ["--predict"], asking: typed.next)
    let sums = pages.map { page in
      "\(page.slug): \(page.lines.count) of \(page.lines.count) "
        + (page.lines.count == 1 ? "line predicted" : "lines predicted")
    }
    let count = pages.map(\.lines.count).reduce(0, +)
    let remarks = printed.complaints.split(separator: "\n").map(String.init)
    #expect(pages.map(\.slug) == chapter.pages.map(\.slug))
    #expect(printed.output == plain.output)
    #expect(printed.status == 0)
    #expect(
      remarks.filter { $0.hasSuffix(" predicted") } == sums + [
        "\(pages.count) pages: \(count) of \(count) lines predicted"
      ])
    #expect(remarks.count { $0 == "  right" } == count)
    #expect(typed.remaining == 0)
  }

  /// Two chapters, because the next test looks at the choices of all.
  @Test(arguments: [0, 2])
  func `is played by a reader who picks letters only, and mostly wrong ones`(index: Int) async {
    let chapter = Self.chapters[index]
    let plain = await Self.runs[index].value
    let count = plain.pages.map(\.lines.count).reduce(0, +)
    let picked = Locked(0)
    let printed = await chapter.printed(by: ["--predict"]) { prompt in
      guard prompt.hasSuffix(" (A to D): ") else { return "?" }
      return picked.withLock { number in
        defer { number += 1 }
        return ["A", "b", "C", "d"][number % 4]
      }
    }
    let remarks = printed.complaints.split(separator: "\n").map(String.init)
    let right = remarks.count { $0 == "  right" }
    let wrong = remarks.count { $0.hasPrefix("  wrong") }
    #expect(printed.output == plain.output)
    #expect(printed.status == 0)
    #expect(picked.withLock { $0 } == count)
    #expect(right + wrong == count)
    #expect(right > 0 && right < count / 2)
    #expect(
      remarks.last?.hasPrefix("\(plain.pages.count) pages: \(right) of \(count) lines predicted, ")
        == true)
  }

  @Test
  func `has four different choices for each line, and the right one cannot be picked unread`()
    async
  {
    var letters = [0, 0, 0, 0]
    var likest = 0.0
    var lineCount = 0
    for run in Self.runs {
      lineCount += await run.value.pages.map(\.lines.count).reduce(0, +)
      for (printed, choices) in await run.value.choices {
        #expect(Set(choices.lines.map(\.text)).count == 4, "\(choices.lines.map(\.text))")
        guard let right = choices.lines.firstIndex(of: printed) else {
          Issue.record("\(printed.text) is not among \(choices.lines.map(\.text))")
          continue
        }
        letters[right] += 1
        let distances = choices.lines.map { line in
          choices.lines.map { LineDifference(printed: line, guess: $0).size }.reduce(0, +)
        }
        let ties = distances.indices.filter { distances[$0] == distances.min() }
        if ties.contains(right) { likest += 1 / Double(ties.count) }
      }
    }
    let total = Double(letters.reduce(0, +))
    #expect(total == Double(lineCount))
    #expect(letters.allSatisfy { (0.18...0.32).contains(Double($0) / total) }, "\(letters)")
    // The one that the others resemble most: a quarter by chance.
    #expect(likest / total < 0.5)
  }
}

/// Prepared answers of a reader, who then ends the input.
final class Answers: Sendable {
  private let rest: Locked<[String]>

  init(_ answers: [String]) { rest = Locked(answers.reversed()) }

  var remaining: Int { rest.withLock { $0.count } }

  var next: @Sendable (_ prompt: String) -> String? {
    { _ in self.rest.withLock { $0.popLast() } }
  }
}

extension Printed {
  /// The pages of a run of several: what stands under each heading, without the blank line between two.
  fileprivate var pages: [(slug: String, lines: [LineTokens])] {
    output.split(separator: "\n").reduce(into: []) { pages, line in
      if let slug = line.wholeMatch(of: /--- (\S+) ---/)?.output.1 {
        pages.append((String(slug), []))
      } else {
        pages[pages.count - 1].lines.append(LineTokens(line))
      }
    }
  }

  /// Each line of each page, and the choices for it.
  fileprivate var choices: [(printed: LineTokens, choices: LineChoices)] {
    let pages = pages
    return pages.flatMap { page in
      let others = pages.filter { $0.slug != page.slug }.flatMap(\.lines)
      let plausible = PlausibleLines(page: page.lines, slug: page.slug, others: others)
      return page.lines.enumerated().compactMap { index, line in
        plausible.choices(at: index).map { (line, $0) }
      }
    }
  }
}
