package import Foundation
package import Grading

/// The outcome of a class: a line of the gradebook for each learner.
package struct ClassResult: Sendable {
  /// The outcome of one learner, without the texts of the reports.
  package struct Line: Sendable {
    /// The outcome of an exercise. Without a verdict and checks if nothing was handed in at all.
    struct Part: Sendable {
      var score = 0
      var verdict: Verdict?
      var isMissing = true
      var checks: [Verdict] = []
      /// The help texts of the misconceptions that the events show.
      var helps: Set<String> = []
      /// Why the grader could not do its work. Nil if it could.
      var cause: String?

      var isUngraded: Bool { cause != nil }
    }

    let entry: ClassRegister.Entry
    var name: String
    let parts: [Part]
    let lateness: Lateness
    let maximum: Int
    let review: [String: [ReviewLine]]

    /// The unique name in the class.
    var learner: String { entry.key }
    var slug: String { entry.learner?.slug ?? "" }
    package var isPresent: Bool { entry.learner != nil }
    var row: Roster.Row? { entry.row }
    /// The number in another system. Empty if it is unknown.
    var number: String { row?.id.nonEmpty ?? entry.learner?.identifier ?? "" }
    var raw: Int { parts.reduce(0) { $0 + $1.score } }
    var adjustment: Double { entry.adjustments.reduce(0) { $0 + $1.points } }
    /// The points that count, from 0 to the points of all exercises.
    package var final: Double {
      min(Double(maximum), max(0, Double(raw - lateness.penalty) + adjustment))
    }
    package var hasGraderError: Bool { parts.contains(where: \.isUngraded) }
    /// Why the grader could not do its work, each cause once.
    var causes: [String] { Set(parts.compactMap(\.cause)).sorted() }

    /// `ann: 71 of 100 points`, for a terminal.
    package var summary: String {
      let points = Double(raw) == final ? "" : " (\(raw) by the checks)"
      let known = "\(final.asPoints) of \(maximum) points\(points)"
      let open = causes.first.map { "not graded yet (\($0.cleaned(upTo: 160, lines: 1)))" }
      return "\(learner.cleaned(upTo: 60, lines: 1)): \(open ?? known)"
    }
  }

  package private(set) var lines: [Line]
  let exercises: [Exercise]
  let conditions: GradingConditions
  let rule: LateRule
  let column: GradeColumn
  private(set) var notes: [String]
  let date: Date
  /// Whether names are replaced by numbers.
  private(set) var isAnonymous = false

  package init(
    lines: [Line], exercises: [Exercise], conditions: GradingConditions, rule: LateRule,
    column: GradeColumn = GradeColumn(), notes: [String], date: Date
  ) {
    self.lines = lines
    self.exercises = exercises
    self.conditions = conditions
    self.rule = rule
    self.column = column
    self.notes = notes
    self.date = date
  }

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
    let statistics = ClassStatistics(self, help: [:])
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
    var learner: Learner?
    let row: Roster.Row?
    var adjustments: [Adjustments.Entry] = []
    var files: [SubmissionSnapshot.File] = []
    /// Why it is unclear whether the learner has handed in something.
    var doubt: String?

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

  /// - Throws: ``ClassInputError`` for the adjustments with a mistake, and those that fit no learner or several.
  package init(
    _ snapshots: [SubmissionSnapshot], of exercises: [Exercise], roster: Roster?,
    adjustments: Adjustments, rule: LateRule, now: Date
  ) throws(ClassInputError) {
    let matching = roster?.matching(snapshots.map(\.learner))
    let rows = matching?.rows ?? snapshots.map { _ in nil }
    entries =
      zip(snapshots, rows).map { Entry(learner: $0.learner, row: $1, files: $0.files) }
      + (matching?.missing ?? []).map { Entry(row: $0, doubt: matching?.doubts[$0.line]) }
    for (place, points) in try adjustments.entries(for: entries.map(\.names)).enumerated() {
      entries[place].adjustments = points
    }
    self.rule = rule
    self.exercises = exercises
    let file = roster?.file ?? "a roster"
    let missing = entries.compactMap { entry -> String? in
      guard entry.learner == nil, let row = entry.row else { return nil }
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

  func line(of learner: Learner, _ result: GradingResult) -> ClassResult.Line? {
    entries.first { $0.learner?.slug == learner.slug }.map { line($0, result.exercises) }
  }

  /// The lines in the order of the register. Learners without a result have handed in nothing.
  func lines(_ graded: [String: ClassResult.Line]) -> [ClassResult.Line] {
    entries.compactMap { entry in
      guard let learner = entry.learner else { return line(entry, []) }
      return graded[learner.slug]
    }
  }

  private func line(_ entry: Entry, _ results: [ExerciseResult]) -> ClassResult.Line {
    let absent = ClassResult.Line.Part(isMissing: entry.doubt == nil, cause: entry.doubt)
    return ClassResult.Line(
      entry: entry, name: entry.name,
      parts: results.isEmpty
        ? exercises.map { _ in absent } : results.map(ClassResult.Line.Part.init),
      lateness: rule.lateness(of: entry, scores: results.map { ($0.exercise, $0.score) }),
      maximum: exercises.reduce(0) { $0 + $1.maximum }, review: results.review)
  }
}

extension ClassResult.Line.Part {
  fileprivate init(_ result: ExerciseResult) {
    self.init(
      score: result.score, verdict: result.verdict, isMissing: result.isMissing,
      checks: result.checks.map(\.verdict), helps: Set(result.checks.compactMap(\.help)),
      cause: result.checks.first { $0.verdict == .graderError }?.explanation)
  }
}

extension String {
  var nonEmpty: String? { isEmpty ? nil : self }
}
