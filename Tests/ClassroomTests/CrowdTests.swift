import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

/// A class of 24 in which some learners submit the workbook's solution of an exercise, and each of
/// the others submits a different text.
@Suite(.blocking)
struct `The similarity of a class in which many copy` {
  private func similarity(copies: Int, _ change: (String, Int) -> String) throws -> ClassSimilarity
  {
    let package = Independent.package
    let solution = try SubmittedFile.text(of: package.solution(.publishSubject))
    let others = try Catalog.exercises.filter { $0.name != "PublishSubject" }.flatMap { exercise in
      try [package.solution(exercise), package.stub(exercise)].map(SubmittedFile.text(of:))
    }
    let texts = (0..<24).map { $0 < copies ? change(solution, $0) : others[$0 - copies] }
    let snapshots = texts.enumerated().map { place, text in
      SubmissionSnapshot(
        learner: Learner(folder: "learner\(10 + place)"),
        files: [
          SubmissionSnapshot.File(
            exercise: "PublishSubject", name: "a", hash: SHA256.hex(text), refusal: nil,
            modified: nil)
        ], unused: [])
    }
    let known = Dictionary(texts.map { (SHA256.hex($0), $0) }) { first, _ in first }
    return ClassSimilarity(
      snapshots, exercises: [.publishSubject], package: package, threads: 1, text: { known[$0] })
  }

  private func isOfSolution(_ pair: Similarity.Pair) -> Bool {
    pair.second.text.name == "the solution" && pair.score > 0.9
  }

  @Test(arguments: [12, 13])
  func `lists all copies of the solution, each with a comment of its own`(copies: Int) throws {
    let similarity = try similarity(copies: copies) { "\($0)\n// \($1)\n" }
    let copied = similarity.pairs.filter(isOfSolution).flatMap(\.first.text.learners)
    #expect(copied.sorted() == (0..<copies).map { "learner\(10 + $0)" })
    let between = similarity.pairs.filter { !$0.second.text.isOfWorkbook }.count
    // Passages that more than half of the class shares are listed once, instead of as pairs.
    #expect(between == (copies == 12 ? 66 : 0))
    #expect(
      similarity.crowds.map(\.words)
        == (copies == 12 ? [] : ["13 of 24 learners share these passages"]))
    let shared = similarity.crowds.flatMap(\.side.text.learners)
    #expect(shared == (copies == 12 ? [] : copied.sorted()))
    #expect(similarity.crowds.allSatisfy { $0.side.marked.count > 10 })
  }

  @Test
  func `counts learners and not texts`() throws {
    let similarity = try similarity(copies: 13) { text, _ in text }
    #expect(similarity.pairs.filter(isOfSolution).map(\.first.text.learners.count) == [13])
    #expect(similarity.pairs.filter { !$0.second.text.isOfWorkbook }.count == 0)
    #expect(similarity.crowds.map(\.words) == ["13 of 24 learners share these passages"])
    let rows = similarity.table().components(separatedBy: "\r\n")
    #expect(rows[1].hasPrefix("PublishSubject,learner10 | learner11 | "))
    #expect(rows[1].contains(",13 of 24 learners share these passages,,"))
    let page = PairsPage(similarity: similarity, names: ["learner10": "Ann"])
    for html in [page.html(), page.list] {
      #expect(html.contains("13 of 24 learners share these passages"))
      #expect(html.contains("<bdi>Ann</bdi>, <bdi>learner11</bdi>"))
    }
  }
}
