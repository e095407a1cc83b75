internal import Concurrency
internal import Exercising
internal import Foundation

/// The grading of one attempt at an exercise: check after check, in their order.
struct ExerciseGrading {
  let attempt: Grader.Attempt
  var options = Grader.Options()
  /// The lines that the predicted page prints, if they are known.
  var printed: [String]?
  var progress: @Sendable (String) -> Void = { _ in }
  private var exercise: Exercise { attempt.exercise }

  /// Compiles the file and runs all checks. Blocks. Each check has a result, even after an error.
  func result(in context: Result<GradingContext, GradingError>) -> ExerciseResult {
    let start = ContinuousClock.now
    var checks: [CheckResult]
    var message: String?
    var unsafeLines: [Int] = []
    do {
      let context = try context.get()
      checks =
        try results(of: try attempt.text.get(), in: context, unsafeLines: &unsafeLines)
        ?? all(.todo, "The file is as it was handed out.")
      if checks.contains(where: { $0.misconception != nil }) {
        let help = try context.package.help(of: exercise)
        for index in checks.indices {
          checks[index].help = checks[index].misconception.flatMap { help[$0] }
        }
      }
    } catch let error as CompilerError {
      (checks, message) = (all(.build, "The file does not compile."), error.message)
    } catch let refusal as SubmittedFile.Refusal {
      // Of a prediction nothing is compiled, so an unreadable file is a wrong one.
      let isWrong = exercise.isPrediction && refusal.verdict == .build
      checks = all(isWrong ? .fail : refusal.verdict, refusal.sentence)
      message = exercise.isPrediction ? nil : refusal.sentence
    } catch {
      (checks, message) = (all(.graderError, "\(error)"), "\(error)")
    }
    var result = exerciseResult(checks, message: message, seconds: start.elapsedSeconds)
    if case .failure(.missing) = attempt.text { result.isMissing = true }
    if case .success(let text) = attempt.text {
      result.sha256 = SHA256.hex(text)
      result.review = exercise.isPrediction ? [] : ReviewLine.lines(of: text, unsafe: unsafeLines)
    }
    return result
  }

  func exerciseResult(
    _ checks: [CheckResult], message: String? = nil, seconds: Double = 0
  ) -> ExerciseResult {
    ExerciseResult(
      exercise: exercise.name, chapter: exercise.chapter,
      verdict: checks.first { $0.verdict != .pass }?.verdict ?? .pass, checks: checks,
      message: message, seconds: seconds)
  }

  /// Runs all checks. Blocks.
  func results(of attempt: CompiledAttempt, in context: GradingContext) -> [CheckResult] {
    if exercise.isGradedByTeacher { return all(.pass, "") }
    return exercise.checks.indices.reduce(into: []) { results, index in
      let scripts = scripts(of: index, after: results)
      results.append(result(of: attempt, check: index, scripts, after: results, in: context))
    }
  }

  /// Runs the scripts of one check, unless a result before blocks it. Blocks.
  func result(
    of attempt: CompiledAttempt, check index: Int, _ scripts: [Script],
    after results: [CheckResult], in context: GradingContext
  ) -> CheckResult {
    let start = ContinuousClock.now
    var check = result(index, scriptResult(index, scripts, after: results, attempt, in: context))
    check.seconds = start.elapsedSeconds
    return check
  }

  /// The scripts of the check at an index. Empty if one of the results before it blocks it.
  func scripts(of index: Int, after results: [CheckResult]) -> [Script] {
    guard blocking(index, in: results) == nil else { return [] }
    var generator = SeededGenerator(seed: options.seed, exercise: exercise.name, check: index)
    return exercise.checks[index].scripts(&generator)
  }

  /// Grades a text. Nil if it is untouched.
  private func results(
    of source: String, in context: GradingContext, unsafeLines: inout [Int]
  ) throws -> [CheckResult]? {
    let stub = try? Data(contentsOf: context.package.stub(exercise))
    guard options.gradesUntouched || Data(source.utf8) != stub else { return nil }
    progress("building \(exercise.name) …")
    guard case .predict(let page) = exercise.kind else {
      let raceBuild =
        exercise.findsRaces ? RaceBuild(source, of: exercise, by: context.compiler) : nil
      let program = try context.compiler.compile(source, for: exercise)
      defer { context.compiler.remove(program) }
      unsafeLines = context.compiler.unsafeLines(of: program)
      let attempt = CompiledAttempt(
        program, source: source, spent: Locked(0), raceBuild: raceBuild)
      return results(of: attempt, in: context)
    }
    let lines = try printed ?? context.lines(of: page, for: exercise)
    let difference = PredictedLines(source).difference(from: lines)
    return all(difference == nil ? .pass : .fail, difference ?? "")
  }

  /// Runs the scripts of a check up to the first that does not pass.
  private func scriptResult(
    _ index: Int, _ scripts: [Script], after results: [CheckResult],
    _ attempt: CompiledAttempt, in context: GradingContext
  ) -> ScriptResult {
    let check = exercise.checks[index]
    if let needed = blocking(index, in: results) {
      let reason = "Check \(needed.number), “\(needed.name)”, has to pass first."
      return ScriptResult(verdict: .blocked, explanation: reason)
    }
    progress("checking \(exercise.name) \(number(index)) …")
    var last = ScriptResult(verdict: .graderError, explanation: "“\(check.name)” has no script.")
    do {
      for script in scripts {
        last = try context.compare(attempt, with: script, of: exercise)
        if last.verdict != .pass { return last }
      }
      for script in scripts where check.findsRaces && script.crash == nil {
        last = try context.findRaces(in: attempt, with: script, of: exercise)
        if last.verdict != .pass { return last }
      }
      return last
    } catch { return ScriptResult(verdict: .graderError, explanation: "\(error)") }
  }

  /// The first result that a check needs and that did not pass.
  private func blocking(_ index: Int, in results: [CheckResult]) -> CheckResult? {
    zip(1..., results).first { number, result in
      result.verdict != .pass && exercise.checks[index].needs.contains(number)
    }?.1
  }

  private func result(_ index: Int, _ script: ScriptResult) -> CheckResult {
    let check = exercise.checks[index]
    return CheckResult(
      number: number(index), name: check.name, verdict: script.verdict,
      score: script.verdict == .pass ? check.points : 0, maximum: check.points,
      explanation: explained(script), difference: script.difference,
      misconception: script.difference.flatMap { difference in
        exercise.misconceptions.first { $0.shows(in: difference) }?.name
      }, output: script.output)
  }

  /// The explanation, followed by notes on the unusual steps that it names or the report shows.
  private func explained(_ script: ScriptResult) -> String {
    let explanation = script.explanation
    let quoted = explanation.matches(of: #/“([^”]*)”/#).map { $0.output.1.split(separator: " ") }
    let shown = quoted + (script.difference?.steps ?? []).map { $0.split(separator: " ") }
    let (verbs, others) = (Set(shown.compactMap(\.first)), Set(shown.flatMap { $0.dropFirst() }))
    let notes = exercise.forms.meanings.sorted { $0.key < $1.key }.filter { key, _ in
      key.hasPrefix("… ") ? others.contains(key.dropFirst(2)) : verbs.contains(key[...])
    }
    return ([explanation] + notes.map { "The step “\($0)” \($1)" }).joined(separator: "\n")
  }

  func all(_ verdict: Verdict, _ explanation: String) -> [CheckResult] {
    exercise.checks.indices.map {
      result($0, ScriptResult(verdict: verdict, explanation: explanation))
    }
  }

  /// `7.1`, or `r7.1` for a rung.
  private func number(_ index: Int) -> String {
    "\(exercise.isRung ? "r" : "")\(Catalog.number(of: exercise)).\(index + 1)"
  }
}
