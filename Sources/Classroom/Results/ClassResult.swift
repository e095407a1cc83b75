package import Foundation
package import Grading

/// The outcome of a class: a line of the gradebook for each learner.
package struct ClassResult: Sendable {
  package struct Line: Sendable {
    let entry: ClassRegister.Entry
    var name: String
    /// In the order of the exercises.
    let results: [ExerciseResult]
    let lateness: Lateness

    /// The unique name in the class.
    var learner: String { entry.key }
    var slug: String { entry.learner?.slug ?? "" }
    package var isPresent: Bool { entry.snapshot != nil }
    var row: Roster.Row? { entry.row }
    /// The number in another system. Empty if it is unknown.
    var number: String { row?.id.nonEmpty ?? entry.learner?.identifier ?? "" }
    var raw: Int { results.reduce(0) { $0 + $1.score } }
    var maximum: Int { results.reduce(0) { $0 + $1.maximum } }
    var adjustment: Double { entry.adjustments.reduce(0) { $0 + $1.points } }
    /// The points that count, from 0 to the points of all exercises.
    package var final: Double {
      min(Double(maximum), max(0, Double(raw - lateness.penalty) + adjustment))
    }
    package var hasGraderError: Bool { results.contains(where: \.hasGraderError) }
    /// Why the grader could not do its work, each cause once.
    var causes: [String] { Set(results.compactMap(\.graderError)).sorted() }

    /// `ann: 71 of 100 points`, for a terminal.
    package var summary: String {
      let points = Double(raw) == final ? "" : " (\(raw) by the checks)"
      let known = "\(final.asPoints) of \(maximum) points\(points)"
      let open = causes.first.map { "not graded yet (\($0.cleaned(upTo: 160, lines: 1)))" }
      return "\(learner.cleaned(upTo: 60, lines: 1)): \(open ?? known)"
    }
  }

  private(set) var lines: [Line]
  let register: ClassRegister
  let conditions: GradingConditions
  var column = GradeColumn()
  private(set) var notes: [String]
  let date: Date
  private(set) var isAnonymous = false

  var exercises: [Exercise] { register.exercises }
  var maximum: Int { exercises.reduce(0) { $0 + $1.maximum } }
  var present: [Line] { lines.filter(\.isPresent) }
  var names: [String: String] {
    Dictionary(lines.map { ($0.learner, $0.name) }) { first, _ in first }
  }

  /// The class with numbers instead of names, in an order that does not reveal them.
  var anonymous: ClassResult {
    var result = self
    let order = lines.map { ($0, SHA256.hex("\(conditions.seed) \($0.learner)")) }
      .sorted { $0.1 < $1.1 }
    result.lines = order.enumerated().map { number, line in
      var line = line.0
      line.name = "learner \(number + 1)"
      return line
    }
    result.notes = []
    result.isAnonymous = true
    return result
  }

  package var summary: [String] {
    let statistics = ClassStatistics(self)
    return [
      "",
      "\(lines.count) \(lines.count == 1 ? "learner" : "learners"), median \(statistics.median) of \(maximum) points, "
        + "seed \(conditions.seed), isolation: \(conditions.isolation.rawValue)",
    ]
  }
}

/// The learners of a class, in the order of the reports, and what is known apart from the grading.
package struct ClassRegister: Sendable {
  struct Entry: Sendable {
    /// Nil if the learner has handed in nothing.
    var snapshot: SubmissionSnapshot?
    let row: Roster.Row?
    var adjustments: [Adjustments.Entry] = []
    /// Why it is unclear whether the learner has handed in something.
    var doubt: String?

    var learner: Learner? { snapshot?.learner }
    var files: [SubmissionSnapshot.File] { snapshot?.files ?? [] }
    /// The unique name in the class.
    var key: String { learner?.entry ?? row?.keys.first ?? "" }
    var name: String { row?.name.nonEmpty ?? learner?.name ?? row?.displayName ?? "" }
    /// The names that adjustments may have, most reliable first.
    fileprivate var names: [String] { [key] + (row?.keys ?? []) + [CSVText.harmless(key)] }
  }

  private(set) var entries: [Entry]
  let rule: LateRule
  let exercises: [Exercise]
  /// Sentences about learners that the roster or the submissions lack, and about dates to check.
  package let notes: [String]

  /// - Throws: ``ClassInputError`` for the adjustments with a mistake.
  package init(
    _ snapshots: [SubmissionSnapshot], of exercises: [Exercise], roster: Roster?,
    adjustments: Adjustments, rule: LateRule, now: Date
  ) throws(ClassInputError) {
    let matching = roster?.matching(snapshots.map(\.learner))
    let rows = matching?.rows ?? snapshots.map { _ in nil }
    entries =
      zip(snapshots, rows).map { Entry(snapshot: $0, row: $1) }
      + (matching?.missing ?? []).map { Entry(row: $0, doubt: matching?.doubts[$0.line]) }
    for (place, points) in try adjustments.entries(for: entries.map(\.names)).enumerated() {
      entries[place].adjustments = points
    }
    self.rule = rule
    self.exercises = exercises
    let file = roster?.file ?? "a roster"
    let missing = entries.compactMap { entry -> String? in
      guard entry.snapshot == nil, let row = entry.row else { return nil }
      let place = "“\(row.displayName)”, line \(row.line) of \(file),"
      let points = ["0 points"] + entry.adjustments.map(\.words)
      return entry.doubt == nil
        ? "\(place) has handed in nothing: \(points.joined(separator: ", "))"
        : "\(place) is not graded yet"
    }
    notes =
      (matching?.notes ?? []) + missing
      + Self.notesOnDates(entries, roster: file, rule: rule, now: now)
  }

  /// The line of a learner. Without results, of one who has handed in nothing.
  func line(of entry: Entry, _ results: [ExerciseResult]? = nil) -> ClassResult.Line {
    let refusal = entry.doubt.map { SubmittedFile.Refusal(verdict: .graderError, sentence: $0) }
    let results = results ?? exercises.map { ExerciseResult($0, refused: refusal ?? .missing) }
    return ClassResult.Line(
      entry: entry, name: entry.name, results: results,
      lateness: rule.lateness(of: entry, scores: results.map { ($0.exercise, $0.score) }))
  }
}

extension ExerciseResult {
  /// Why the grader could not do its work. Nil if it could.
  var graderError: String? { checks.first { $0.verdict == .graderError }?.explanation }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
