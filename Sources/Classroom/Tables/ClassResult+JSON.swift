internal import Foundation
internal import Grading

extension ClassResult {
  /// `class.json`: the gradebook and the statistics for programs.
  func json(_ statistics: ClassStatistics) -> String {
    JSONText.encode(ClassReport(self, statistics))
  }
}

/// `data-layer-workbook/class/v1`. Keys may be added to it, and are never removed or changed.
private struct ClassReport: Encodable {
  struct Learner: Encodable {
    let learner: String
    let name: String
    let handedIn: Bool
    /// False if the grader could not do its work. The points are then not final.
    let graded: Bool
    let submitted: String?
    let scores: [String: Int]
    let verdicts: [String: Verdict]
    let missing: [String]
    let raw: Int
    let lateDays: Int
    let penalty: Int
    let adjustments: [Adjustments.Entry]
    let final: Double
    let feedback: String?
    let review: [String: [ReviewLine]]
  }

  let schema = "data-layer-workbook/class/v1"
  let date: String
  let workbook: String
  let toolchain: String
  let seed: UInt64
  let isolation: String
  let lateRule: String
  let maximum: Int
  let median: Double
  let learners: [Learner]
  let exercises: [ClassStatistics.ExerciseSummary]
  let distribution: [[String: Int]]
  let notes: [String]

  init(_ result: ClassResult, _ statistics: ClassStatistics) {
    date = result.date.ISO8601Format()
    workbook = result.conditions.workbook
    toolchain = result.conditions.toolchain
    seed = result.conditions.seed
    isolation = result.conditions.isolation.rawValue
    lateRule = result.rule.words
    maximum = result.maximum
    median = statistics.median
    let names = result.exercises.map(\.name)
    learners = result.lines.map { line in
      let missing = zip(names, line.isMissing).filter(\.1).map(\.0)
      let verdicts = Dictionary(uniqueKeysWithValues: zip(names, line.verdicts))
      return Learner(
        learner: line.learner.cleaned(lines: 1), name: line.name.cleaned(lines: 1),
        handedIn: line.isPresent, graded: !line.hasGraderError,
        submitted: line.submitted?.ISO8601Format(),
        scores: Dictionary(uniqueKeysWithValues: zip(names, line.scores)),
        verdicts: verdicts.filter { !missing.contains($0.key) }, missing: missing, raw: line.raw,
        lateDays: line.lateDays, penalty: line.penalty, adjustments: line.adjustments,
        final: line.final, feedback: line.isPresent ? "feedback/\(line.slug).html" : nil,
        review: line.review)
    }
    exercises = statistics.exercises
    distribution = statistics.distribution.enumerated().map {
      ["from": $0.offset * statistics.step, "learners": $0.element]
    }
    notes = result.notes
  }
}
