package import Foundation
package import Grading

/// The outcome of a class: a line of the gradebook for each learner.
package struct ClassResult: Sendable {
  /// The outcome of one learner, without the texts of the reports.
  package struct Line: Sendable, Equatable {
    struct Check: Sendable, Equatable {
      let verdict: Verdict
      /// The misconception that the events show.
      let misconception: String?
    }

    /// The outcome of an exercise. Without a verdict and checks if nothing was handed in at all.
    struct Part: Sendable, Equatable {
      var score = 0
      var verdict: Verdict?
      /// Whether its file is missing.
      var isMissing = true
      var checks: [Check] = []
      /// Why the grader could not do its work. Nil if it could.
      var cause: String?

      var isUngraded: Bool { cause != nil }
    }

    /// The unique name in the class.
    let learner: String
    let slug: String
    var name: String
    let row: Roster.Row?
    let identifier: String?
    let isPresent: Bool
    /// One for each exercise.
    let parts: [Part]
    let submitted: Date?
    let lateDays: Int
    /// The due date and the time of each late part.
    var causesOfLateness: [String] = []
    let penalty: Int
    let adjustments: [Adjustments.Entry]
    /// The points of all exercises.
    let maximum: Int
    /// Lines that a person should read, by exercise.
    var review: [String: [ReviewLine]] = [:]

    var raw: Int { parts.reduce(0) { $0 + $1.score } }
    var adjustment: Double { adjustments.reduce(0) { $0 + $1.points } }
    /// The points that count, from 0 to the points of all exercises.
    package var final: Double { min(Double(maximum), max(0, Double(raw - penalty) + adjustment)) }
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
  var present: [Line] { lines.filter(\.isPresent) }

  package var summary: [String] {
    let statistics = ClassStatistics(self)
    return [
      "",
      "\(lines.count) \(lines.count == 1 ? "learner" : "learners"), median \(statistics.median) of \(maximum) points, "
        + "seed \(conditions.seed), isolation: \(conditions.isolation.rawValue)",
    ]
  }
}

/// The learners of a class, in the order of the reports, with what is known about each apart from
/// the grading.
package struct ClassRegister: Sendable {
  struct Entry: Sendable {
    let learner: Learner?
    let row: Roster.Row?
    let adjustments: [Adjustments.Entry]
    var files: [SubmissionSnapshot.File] = []
    /// Why it is unclear whether the learner has handed in something.
    var doubt: String?

    /// The unique name in the class.
    var key: String { learner?.entry ?? row?.keys.first ?? "" }
    var name: String {
      row.flatMap { $0.name.isEmpty ? nil : $0.name } ?? learner?.name ?? row?.displayName ?? ""
    }
  }

  let entries: [Entry]
  private let rule: LateRule
  /// Sentences about learners that the roster or the submissions lack, and about dates to check.
  package let notes: [String]

  /// - Throws: ``ClassInputError`` for the adjustments with a mistake, and those that fit no learner or several.
  package init(
    _ snapshots: [SubmissionSnapshot], roster: Roster?, adjustments: Adjustments, rule: LateRule,
    now: Date
  ) throws(ClassInputError) {
    let matching = roster?.matching(snapshots.map(\.learner))
    let rows = matching?.rows ?? snapshots.map { _ in nil }
    let missing = matching?.missing ?? []
    let names =
      zip(snapshots, rows).map { snapshot, row in
        [snapshot.learner.entry, row?.learner, row?.id, row?.email, row?.name]
          .compactMap(\.self) + [CSVText.harmless(snapshot.learner.entry)]
      } + missing.map { $0.keys + $0.keys.prefix(1).map(CSVText.harmless) }
    let points = try adjustments.entries(for: names)
    entries =
      zip(snapshots, zip(rows, points)).map {
        Entry(learner: $0.learner, row: $1.0, adjustments: $1.1, files: $0.files)
      }
      + zip(missing, points.dropFirst(snapshots.count)).map {
        Entry(learner: nil, row: $0, adjustments: $1, doubt: matching?.doubts[$0.line])
      }
    self.rule = rule
    let file = roster?.file ?? "a roster"
    notes =
      (matching?.notes ?? [])
      + zip(missing, points.dropFirst(snapshots.count)).map { row, adjustments in
        let place = "“\(row.displayName)”, line \(row.line) of \(file),"
        guard matching?.doubts[row.line] == nil else { return "\(place) is not graded yet" }
        let points = ["0 points"] + adjustments.map(\.words)
        return "\(place) has handed in nothing: " + points.joined(separator: ", ")
      } + Self.notesOnDates(entries, roster: file, rule: rule, now: now)
  }

  /// The line of a learner who has handed in something.
  package func line(
    of learner: Learner, _ result: GradingResult, exercises: [Exercise]
  ) -> ClassResult.Line? {
    entries.first { $0.learner?.slug == learner.slug }
      .map { line($0, result.exercises, exercises) }
  }

  /// The lines in the order of the register. Learners without a result have handed in nothing.
  package func lines(
    _ graded: [String: ClassResult.Line], exercises: [Exercise]
  ) -> [ClassResult.Line] {
    entries.compactMap { entry in
      guard let learner = entry.learner else { return line(entry, [], exercises) }
      return graded[learner.slug]
    }
  }

  private func line(
    _ entry: Entry, _ results: [ExerciseResult], _ exercises: [Exercise]
  ) -> ClassResult.Line {
    let scores = results.map { (exercise: $0.exercise, score: $0.score) }
    let (lateDays, penalty, causes) = rule.lateness(of: entry, scores: scores)
    return ClassResult.Line(
      learner: entry.key, slug: entry.learner?.slug ?? "", name: entry.name, row: entry.row,
      identifier: entry.learner?.identifier, isPresent: entry.learner != nil,
      parts: results.isEmpty
        ? exercises.map { _ in
          ClassResult.Line.Part(isMissing: entry.doubt == nil, cause: entry.doubt)
        }
        : zip(exercises, results).map { exercise, result in
          ClassResult.Line.Part(
            score: result.score, verdict: result.verdict, isMissing: result.isMissing,
            checks: result.checks.map { check in
              ClassResult.Line.Check(
                verdict: check.verdict,
                misconception: check.help.flatMap { help in
                  exercise.misconceptions.first { $0.help == help }?.name
                })
            }, cause: result.checks.first { $0.verdict == .graderError }?.explanation)
        },
      submitted: entry.handedIn?.date, lateDays: lateDays,
      causesOfLateness: causes.sorted(), penalty: penalty, adjustments: entry.adjustments,
      maximum: exercises.reduce(0) { $0 + $1.maximum },
      review: results.reduce(into: [:]) { if !$1.review.isEmpty { $0[$1.exercise] = $1.review } })
  }
}
