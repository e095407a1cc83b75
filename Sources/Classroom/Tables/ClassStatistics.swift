internal import Grading

/// Statistics of the learners who have handed in something; for an exercise and its checks, that
/// exercise. Results with an error of the grader, and totals that contain one, do not count.
struct ClassStatistics {
  struct CheckCount {
    let number: String
    let exercise: String
    let name: String
    let points: Int
    let counts: [Verdict: Int]
    /// The number of learners who have handed in something, but not this exercise.
    let missing: Int

    var learners: Int { counts.values.reduce(0, +) }
    var passed: Int { counts[.pass, default: 0] }
  }

  typealias MisconceptionCount = (exercise: String, name: String, help: String, learners: Int)

  struct ExerciseSummary: Encodable {
    let name: String
    let maximum: Int
    let learners: Int
    let median: Double
    let solved: Int
  }

  let checks: [CheckCount]
  /// The most frequent first. Those that no program shows are left out.
  let misconceptions: [MisconceptionCount]
  let exercises: [ExerciseSummary]
  let median: Double
  /// The number of learners in each range of ``step`` points. The last range holds the maximum.
  private(set) var distribution: [Int]
  let step: Int

  /// `help` has each misconception's help, by exercise and name.
  init(_ result: ClassResult, help: [String: [String: String]] = [:]) {
    let lines = result.present
    var checks: [CheckCount] = []
    var misconceptions: [MisconceptionCount] = []
    exercises = result.exercises.enumerated().map { place, exercise in
      let results = lines.map { $0.results[place] }
      let graded = results.filter { !$0.isMissing && !$0.hasGraderError }
      checks += exercise.checks.enumerated().map { index, check in
        CheckCount(
          number: "\(Catalog.number(of: exercise)).\(index + 1)", exercise: exercise.name,
          name: check.name, points: check.points,
          counts: graded.reduce(into: [:]) { $0[$1.checks[index].verdict, default: 0] += 1 },
          missing: results.count(where: \.isMissing))
      }
      misconceptions += exercise.misconceptions.map { misconception in
        let help = help[exercise.name]?[misconception.name] ?? ""
        return (
          exercise.name, misconception.name, help,
          results.count { $0.checks.contains { $0.help == help } }
        )
      }
      return ExerciseSummary(
        name: exercise.name, maximum: exercise.maximum, learners: graded.count,
        median: graded.map { Double($0.score) }.median,
        solved: graded.count { $0.score == exercise.maximum })
    }
    self.checks = checks
    self.misconceptions = misconceptions.filter { $0.learners > 0 }
      .sorted { $0.learners > $1.learners }
    let totals = lines.filter { !$0.hasGraderError }.map(\.final)
    median = totals.median
    step = max(1, (result.maximum + 9) / 10)
    let last = result.maximum / step
    distribution = [Int](repeating: 0, count: last + 1)
    for total in totals { distribution[min(Int(total) / step, last)] += 1 }
  }

  /// `checks.csv`: the numbers of learners who handed each exercise in, and who have each verdict.
  func checksTable() -> String {
    let header =
      ["check", "exercise", "name", "points", "learners", "missing"]
      + Verdict.allCases.map(\.rawValue)
    return CSVText.of(
      header,
      checks.map { check in
        [.text(check.number), .text(check.exercise), .text(check.name), .number(check.points)]
          + [.number(check.learners), .number(check.missing)]
          + Verdict.allCases.map { .number(check.counts[$0, default: 0]) }
      })
  }

  /// `misconceptions.csv`: the number of learners whose programs show each.
  func misconceptionsTable() -> String {
    CSVText.of(
      ["exercise", "misconception", "learners", "help"],
      misconceptions.map {
        [.text($0.exercise), .text($0.name), .number($0.learners), .text($0.help)]
      })
  }
}

extension [Double] {
  /// The middle value, or the mean of the two in the middle. 0 for none.
  fileprivate var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
