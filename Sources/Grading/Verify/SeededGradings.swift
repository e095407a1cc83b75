internal import Concurrency
internal import Foundation

/// A wrong variant or a right file with several seeds.
struct SeededGradings {
  private let exercise: Exercise
  private let source: String
  /// By the index of the seed.
  private let gradings: ArraySlice<ExerciseGrading>
  private let raceBuild = Locked<RaceBuild?>(nil)

  /// - Throws: The refusal of a file that cannot be graded.
  init(
    _ gradings: ArraySlice<ExerciseGrading>, of exercise: Exercise, _ file: URL
  ) throws(SubmittedFile.Refusal) {
    self.exercise = exercise
    self.gradings = gradings
    source = try SubmittedFile.text(of: file)
  }

  /// The results, one for each seed. Blocks.
  func results(in context: GradingContext) throws -> [ExerciseResult] {
    let program = try context.compiler.compile(source, for: exercise)
    return try results(of: program, gradings, in: context)
  }

  /// Grades check by check, with the scripts of all seeds in a few processes.
  ///
  /// Looks for races where the verdict depends on it, and with the first seed also where only help
  /// does.
  private func results(
    of program: URL, _ gradings: ArraySlice<ExerciseGrading>, in context: GradingContext
  ) throws -> [ExerciseResult] {
    var context = context
    let gradings = Array(zip(gradings.indices, gradings))
    var results: [[CheckResult]] = gradings.map { _ in [] }
    for check in exercise.checks.indices {
      let scripts = zip(gradings, results).map { $0.1.scripts(of: check, after: $1) }
      let decided = gradings.indices.filter { place in
        results[place].contains { $0.verdict != .pass }
      }
      context.raceBuild = nil
      try context.runInBatches(scripts, decided: Set(decided), with: program)
      // Scripts that crash run here, each in a process.
      let single = exercise.requiresCrash ? try context.inProcessGroup() : context
      let result = { (place: Int, scripts: [Script], context: GradingContext) in
        gradings[place].1.result(
          of: program, check: check, scripts, after: results[place], in: context)
      }
      var checked = gradings.indices.map { result($0, scripts[$0], single) }
      let open = gradings.indices.filter { place in
        exercise.checks[check].findsRaces && checked[place].verdict == .pass
          && (gradings[place].0 == 0 || !decided.contains(place))
      }
      if !open.isEmpty {
        context.raceBuild = raceBuild.withLock { build in
          build = build ?? RaceBuild(source, of: exercise, by: context.compiler)
          return build
        }
        let others = scripts.map { $0.filter { $0.crash == nil } }
        try context.findRacesInBatches(open.map { others[$0] })
        for place in open { checked[place] = result(place, others[place], context) }
      }
      for (place, check) in checked.enumerated() { results[place].append(check) }
    }
    return zip(gradings, results).map { $0.1.exerciseResult($1) }
  }
}
