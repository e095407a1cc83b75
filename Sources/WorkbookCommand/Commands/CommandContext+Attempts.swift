internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Replaces the file by the stub, and keeps its content first. Writes a `Main.swift` that is missing.
  func reset(_ exercise: Exercise) throws -> ExitStatus {
    if try Files.readIfPresent(package.main(exercise)) == nil {
      try Files.write(Data(exercise.mainFile.utf8), to: package.main(exercise))
      output.line("\(exercise.folder)/Main.swift was missing and is written.")
    }
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
    if let kept { report(kept: kept, of: exercise) }
    output.line("swift run workbook undo \(exercise.name) takes this back.")
    return .success
  }

  /// Restores the previous attempt, and keeps the current content first.
  func undo(_ exercise: Exercise) throws -> ExitStatus {
    let file = package.exercise(exercise)
    let attempts = attempts(of: exercise)
    let kept = try attempts.all()
    let current = try Files.readIfPresent(file)
    let plan = UndoPlan(
      current: current, stub: try Files.read(package.stub(exercise)), attempts: kept,
      position: progressFile.load()[exercise.name].undonePosition)
    guard let target = kept.first(where: { $0.number == plan.target }) else {
      complain("there is no attempt at \(exercise.name) before this one")
      return .failure
    }
    let number = try current.flatMap { plan.keepsCurrent ? try attempts.keep($0) : nil }
    try Files.write(target.content, to: file)
    progressFile.update { $0[exercise.name].undonePosition = target.number }
    output.line("\(exercise.name) is as in attempt \(target.number) again.")
    if let number { report(kept: number, of: exercise) }
    return .success
  }

  private func report(kept number: Int, of exercise: Exercise) {
    let place = attempts(of: exercise).url(number)
    output.line(
      "The former content is kept: .workbook/attempts/\(exercise.name)/\(place.lastPathComponent)")
  }

  /// Prints the reference solution of an exercise that has passed or was given up.
  func solution(_ exercise: Exercise, givesUp: Bool) throws -> ExitStatus {
    let hasPassed = progressFile.load()[exercise.name].hasPassed
    guard givesUp || hasPassed else {
      complain("\(exercise.name) has not passed yet; --give-up shows it all the same")
      return .failure
    }
    let text = try solution(of: exercise)
    if !hasPassed { progressFile.update { $0[exercise.name].hasGivenUp = true } }
    switch exercise.kind {
    case .write:
      output.line("// \(exercise.name): one way to do it. Others are in")
      output.line("// \(exercise.folder)/Alternatives.")
    case .mend, .choose: output.line("// \(exercise.name): one way to do it.")
    case .predict(let page):
      output.line(
        "# \(exercise.name): what `swift run Chapter-\(exercise.chapter) \(page)` prints.")
    }
    output.line("")
    print(text)
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
