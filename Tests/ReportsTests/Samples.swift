@testable import Grading

/// Results of a grader.
enum Sample {
  static let difference = Difference(
    steps: ["subscribe a", "subscribe b", "next 7"], expected: ["a next(7)", "b next(7)"],
    actual: ["a next(7)"])

  static func check(
    _ number: String, _ name: String, _ verdict: Verdict, _ score: Int, of maximum: Int,
    explanation: String = "", difference: Difference? = nil, help: String? = nil,
    output: String = ""
  ) -> CheckResult {
    CheckResult(
      number: number, name: name, verdict: verdict, score: score, maximum: maximum,
      explanation: explanation, difference: difference, help: help, output: output)
  }

  static func exercise(
    _ name: String, _ verdict: Verdict, message: String? = nil, _ checks: [CheckResult]
  ) -> ExerciseResult {
    ExerciseResult(
      exercise: name, chapter: "Subjects", verdict: verdict, checks: checks, message: message,
      seconds: 0.25)
  }

  static func result(_ exercises: [ExerciseResult]) -> GradingResult {
    GradingResult(
      exercises: exercises, seed: 7, isolation: .namespaces, toolchain: "Swift version 6.3",
      seconds: 1.2345)
  }

  static let passed = exercise(
    "PublishSubject", .pass,
    [
      check("1.1", "An observer receives the signals after its subscription", .pass, 2, of: 2),
      check(
        "1.2", "An observer that was removed receives nothing", .pass, 4, of: 4, output: "hello\n"),
    ])

  static let failed = exercise(
    "ReplayBuffer", .fail,
    [
      check("2.1", "An observer receives the signals after its subscription", .pass, 2, of: 2),
      check(
        "2.2", "Every observer receives the signal", .fail, 0, of: 3,
        explanation: "one event is missing", difference: difference,
        help: "Does the loop end after the first observer?", output: "sent 7\n"),
      check("2.3", "The buffer is replayed", .blocked, 0, of: 2, explanation: "waits for 2.2"),
    ])

  static let unbuilt = exercise(
    "RelayHub", .build, message: "Exercise.swift:3:5: error: cannot find 'x' in scope",
    [check("3.1", "Any", .build, 0, of: 3), check("3.2", "Other", .build, 0, of: 4)])

  static let untouched = exercise("CachedNews", .todo, [check("4.1", "Any", .todo, 0, of: 6)])

  /// A check for each verdict, with text that every format must escape.
  static let hostile = exercise(
    "LikeEverywhere", .fail, message: "a | b <c> & \"d\" ]]> ```` ' \\",
    Verdict.allCases.enumerated().map { index, verdict in
      check(
        "5.\(index + 1)", "Name | <b> & \"q\" ``` *\(index)*", verdict, verdict == .pass ? 1 : 0,
        of: 1, explanation: "because <&> ]]>\nof | this", output: "<x> ````` & ]]> \"\n\n# head\n")
    })

  static let results = [
    result([]), result([passed]), result([failed]), result([untouched, passed]),
    result([passed, failed, unbuilt, untouched, hostile]),
  ]
}
