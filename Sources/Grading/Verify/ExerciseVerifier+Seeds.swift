internal import Foundation

/// A wrong variant or a right file with several seeds. The complete seeds play all checks. The
/// others end with their first check that fails, and leave out scripts that crash if the complete
/// ones pass the check: a seed changes only names in those, and each needs its own process.
extension ExerciseVerifier {
  /// The number of complete seeds, with which help is verified too.
  static let completeCount = 3

  /// The results of a compiled text, one for each seed. Blocks. Looks for races where the verdict
  /// depends on it, and with the first seed also where only help does.
  func results(
    of source: String, _ program: URL, _ build: RaceBuild?,
    _ gradings: ArraySlice<ExerciseGrading>, in context: GradingContext
  ) throws -> [ExerciseResult] {
    let sharesProcesses = try !hasStateOfItsOwn(source)
    var attempt = CompiledAttempt(program)
    var raceBuild = build
    var results = Dictionary(uniqueKeysWithValues: gradings.indices.map { ($0, [CheckResult]()) })
    for index in exercise.checks.indices {
      let failed = Set(results.filter { $1.contains { $0.verdict != .pass } }.keys)
      let seeds = gradings.indices.filter { $0 < Self.completeCount || !failed.contains($0) }
      let scripts = seeds.map { gradings[$0].scripts(of: index, after: results[$0] ?? []) }
      let others = scripts.map { $0.filter { $0.crash == nil } }
      let runs = try context.runs(of: others, with: attempt, sharingProcesses: sharesProcesses)
      attempt = CompiledAttempt(program, runs: runs, raceRuns: attempt.raceRuns)
      // Scripts that crash run here, without namespaces, which would take most of the time.
      let single = exercise.requiresCrash ? try context.with(.processGroup) : context
      func check(_ place: Int, _ scripts: [Script], in context: GradingContext) -> CheckResult {
        gradings[seeds[place]].result(
          of: attempt, check: index, scripts, after: results[seeds[place]] ?? [], in: context)
      }
      let complete = seeds.prefix { $0 < Self.completeCount }.indices
      var checks = complete.map { check($0, scripts[$0], in: single) }
      let isPassed = checks.allSatisfy { $0.verdict == .pass }
      for place in seeds.indices.dropFirst(complete.count) {
        let played = isPassed ? others[place] : scripts[place]
        checks.append(played.isEmpty ? checks[0] : check(place, played, in: single))
      }
      let raced = seeds.enumerated().filter { place, seed in
        exercise.checks[index].findsRaces && checks[place].verdict == .pass
          && (seed == 0 || !failed.contains(seed))
      }
      if !raced.isEmpty {
        let build = raceBuild ?? RaceBuild(source, of: exercise, by: context.compiler)
        raceBuild = build
        let raceRuns = try context.raceRuns(
          of: raced.map { others[$0.offset] }, with: attempt, build,
          sharingProcesses: sharesProcesses)
        attempt = CompiledAttempt(program, raceBuild: build, runs: runs, raceRuns: raceRuns)
        for (place, _) in raced { checks[place] = check(place, others[place], in: context) }
      }
      for (seed, check) in zip(seeds, checks) { results[seed]?.append(check) }
    }
    return gradings.indices.map { gradings[$0].exerciseResult(results[$0] ?? []) }
  }

  /// Whether a line that the solution does not have declares state outside of instances, which
  /// earlier scripts of a process would change.
  private func hasStateOfItsOwn(_ source: String) throws -> Bool {
    let solution = try SubmittedFile.text(of: package.solution(exercise))
    let known = Set(solution.split(whereSeparator: \.isNewline))
    return source.split(whereSeparator: \.isNewline).contains { line in
      !known.contains(line)
        && line.firstMatch(of: #/\bstatic\b|^(?:[\w()]+ )*(?:let|var) /#) != nil
    }
  }
}
