internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

extension CommandContext {
  /// Replaces the file by the stub, and keeps its content first.
  func reset(_ exercise: Exercise) throws -> ExitStatus {
    let file = package.exercise(exercise)
    let stub = try Files.read(package.stub(exercise))
    let current = try Files.readIfPresent(file)
    guard current != stub else {
      output.line("\(exercise.name) is as it was handed out; there is nothing to reset.")
      return .success
    }
    let kept = try current.map { try attempts(of: exercise).keep($0) }
    try Files.write(stub, to: file)
    progressFile.update { $0[exercise.name].undonePosition = nil }
    output.line("\(exercise.name) is as it was handed out.")
    if let kept {
      report(kept: kept, of: exercise)
      output.line("swift run workbook undo \(exercise.name) brings it back.")
    }
    return .success
  }

  /// Restores the previous attempt, and keeps the current content first.
  func undo(_ exercise: Exercise) throws -> ExitStatus {
    let attempts = attempts(of: exercise)
    let current = try Files.readIfPresent(package.exercise(exercise))
    let plan = try undoPlan(for: exercise, current: current)
    guard let target = plan.target else {
      complain(
        "there is no attempt at \(exercise.name) before this one"
          + (plan.next == nil ? "" : "; redo goes to the next"))
      return .failure
    }
    let number = try current.flatMap { plan.keepsCurrent ? try attempts.keep($0) : nil }
    try restore(target, of: exercise)
    if let number { report(kept: number, of: exercise) }
    if let next = try undoPlan(for: exercise).next {
      output.line("swift run workbook redo \(exercise.name) brings back attempt \(next).")
    } else {
      output.line("swift run workbook reset \(exercise.name) brings back the file as handed out.")
    }
    return .success
  }

  /// Restores the attempt that the last undo has left.
  func redo(_ exercise: Exercise) throws -> ExitStatus {
    let plan = try undoPlan(for: exercise)
    guard let target = plan.next else {
      complain(
        "there is no attempt at \(exercise.name) after this one"
          + (plan.target == nil ? "" : "; undo goes to the one before"))
      return .failure
    }
    try restore(target, of: exercise)
    if let before = try undoPlan(for: exercise).target {
      output.line("swift run workbook undo \(exercise.name) brings back attempt \(before).")
    }
    return .success
  }

  private func undoPlan(for exercise: Exercise) throws -> UndoPlan {
    try undoPlan(for: exercise, current: Files.readIfPresent(package.exercise(exercise)))
  }

  private func undoPlan(for exercise: Exercise, current: Data?) throws -> UndoPlan {
    UndoPlan(
      current: current, stub: try Files.read(package.stub(exercise)),
      attempts: try attempts(of: exercise).all(),
      position: progressFile.load()[exercise.name].undonePosition)
  }

  private func restore(_ number: Int, of exercise: Exercise) throws {
    let content = try Files.read(attempts(of: exercise).url(number))
    try Files.write(content, to: package.exercise(exercise))
    progressFile.update { $0[exercise.name].undonePosition = number }
    output.line("\(exercise.name) is back at attempt \(number).")
  }

  private func report(kept number: Int, of exercise: Exercise) {
    let place = attempts(of: exercise).url(number)
    output.line(
      "The previous content is kept: .workbook/attempts/\(exercise.name)/\(place.lastPathComponent)"
    )
  }

  /// Prints the reference solution of an exercise that has passed or was given up, or its differences from the learner's file.
  func solution(_ exercise: Exercise, givesUp: Bool, asDiff: Bool) throws -> ExitStatus {
    let hasPassed = progressFile.load()[exercise.name].hasPassed
    guard givesUp || hasPassed else {
      complain("\(exercise.name) has not passed yet; --give-up shows it all the same")
      return .failure
    }
    let text = try solution(of: exercise)
    if !hasPassed { progressFile.update { $0[exercise.name].hasGivenUp = true } }
    if asDiff { return try showDifferences(of: exercise, from: text) }
    switch exercise.kind {
    case .write:
      output.line("// \(exercise.name): one way to do it. Others are in")
      output.line("// \(exercise.alternatives).")
    case .fix, .choose: output.line("// \(exercise.name): one way to do it.")
    case .predict(let page):
      output.line(
        "# \(exercise.name): what `swift run Chapter-\(exercise.chapter) \(page)` prints.")
    }
    output.line("")
    print(text)
    return .success
  }

  private func showDifferences(of exercise: Exercise, from solution: String) throws -> ExitStatus {
    let own = String(decoding: try Files.read(package.exercise(exercise)), as: UTF8.self)
    let diff = UnifiedDiff(from: own, to: solution)
    guard !diff.isEmpty else {
      output.line("\(exercise.name): your file is the same text as the solution.")
      return .success
    }
    let new = exercise.isPrediction ? "the page" : exercise.solutionFile
    for line in diff.lines(old: exercise.file, new: new) {
      output.line(line)
    }
    return .success
  }

  /// The reference solution. For a prediction, what the page prints.
  private func solution(of exercise: Exercise) throws -> String {
    guard case .predict(let page) = exercise.kind else {
      return String(decoding: try Files.read(package.solution(exercise)), as: UTF8.self)
    }
    let grader = grader(seed: 1)
    let lines = try environment.interruption.whileRunning({ grader.cancel() }) {
      Result { try grader.lines(of: page, in: exercise.chapter) }
    }.get()
    return lines.map { $0 + "\n" }.joined()
  }
}
