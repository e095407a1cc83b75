internal import Foundation

/// One attempt at an exercise while it is graded: check after check, in their order.
struct Paper {
  private let exercise: Exercise
  private let file: URL
  private let options: Grader.Options
  private let progress: @Sendable (Grader.Progress) -> Void

  init(
    _ attempt: Grader.Attempt, options: Grader.Options,
    progress: @escaping @Sendable (Grader.Progress) -> Void
  ) {
    exercise = attempt.exercise
    file = attempt.file
    self.options = options
    self.progress = progress
  }

  /// Builds and checks; blocks.
  ///
  /// - Parameters:
  ///   - desk: or why there is none.
  ///   - elapsed: how long it took, in seconds; asked once, at the end.
  /// - Returns: A result for each check, whatever happened.
  func result(at desk: Result<Desk, Trouble>, elapsed: () -> Double) -> ExerciseResult {
    let (checks, message) = graded(at: desk)
    return ExerciseResult(
      exercise: exercise.name, chapter: exercise.chapter,
      verdict: checks.first { $0.verdict != .pass }?.verdict ?? .pass, checks: checks,
      message: message, seconds: elapsed())
  }

  private func graded(at desk: Result<Desk, Trouble>) -> ([CheckResult], String?) {
    do {
      let desk = try desk.get()
      let source = try Submitted.text(of: file)
      if !options.gradesUntouched, isUntouched(source, in: desk.package) {
        return (all(.todo, "The file is as it was handed out."), nil)
      }
      progress(.building(exercise))
      switch try desk.compiler.compile(source, for: exercise) {
      case .error(let message): return (all(.build, "The file does not compile."), message)
      case .program(let program): return (check(program, at: desk), nil)
      }
    } catch let refusal as Submitted.Refusal {
      return (all(refusal.verdict, refusal.sentence), refusal.sentence)
    } catch {
      return (all(.graderError, "\(error)"), "\(error)")
    }
  }

  private func isUntouched(_ source: String, in package: PackageFolder) -> Bool {
    guard let stub = try? Data(contentsOf: package.stub(exercise)) else { return false }
    return Data(source.utf8) == stub
  }

  private func check(_ program: URL, at desk: Desk) -> [CheckResult] {
    var results: [CheckResult] = []
    for (index, check) in exercise.checks.enumerated() {
      let failed = results.filter { $0.verdict != .pass }
      let obstacle = failed.first { check.needs.contains($0.name) || options.stopsAtFirstLoss }
      if let obstacle {
        let reason = "Check \(obstacle.number), “\(obstacle.name)”, has to pass first."
        results.append(result(index, Judgement(verdict: .blocked, explanation: reason)))
        continue
      }
      progress(.checking(exercise, number: number(index)))
      results.append(result(index, judge(check, index, program, at: desk)))
    }
    return results
  }

  /// Plays the check's scripts up to the first that does not pass.
  private func judge(
    _ check: Check, _ index: Int, _ program: URL, at desk: Desk
  ) -> Judgement {
    var generator = SeededGenerator(seed: options.seed, exercise: exercise.name, check: index)
    let scripts = check.scripts(&generator)
    var last = Judgement(
      verdict: .graderError, explanation: "“\(check.name)” has no script.")
    for script in scripts {
      do { last = try desk.judge(program, script, of: exercise) } catch {
        return Judgement(verdict: .graderError, explanation: "\(error)")
      }
      if last.verdict != .pass { return last }
    }
    return last
  }

  private func result(_ index: Int, _ judgement: Judgement) -> CheckResult {
    let check = exercise.checks[index]
    return CheckResult(
      number: number(index), name: check.name, verdict: judgement.verdict,
      score: judgement.verdict == .pass ? check.points : 0, maximum: check.points,
      explanation: judgement.explanation, difference: judgement.difference,
      help: judgement.difference.flatMap { difference in
        exercise.misconceptions.first { $0.shows(difference) }?.help
      }, output: judgement.output)
  }

  private func all(_ verdict: Verdict, _ explanation: String) -> [CheckResult] {
    exercise.checks.indices.map {
      result($0, Judgement(verdict: verdict, explanation: explanation))
    }
  }

  private func number(_ index: Int) -> String {
    "\(Catalog.number(of: exercise)).\(index + 1)"
  }
}
