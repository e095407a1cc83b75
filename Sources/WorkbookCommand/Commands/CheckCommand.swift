internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

struct CheckCommand: Subcommand {
  static let summary = "check all rungs and exercises, or the named ones"
  static let explanation =
    "Compiles each exercise, runs scripts with it in a process of its own, and compares its events "
    + "with those of a reference solution. A prediction is compared with what the page prints. "
    + "Scripts are drawn from a seed, by default 1, so that a "
    + "file always gets the same verdict. Attempts are kept in .workbook. Ends with status 0 if "
    + "all passed, otherwise 1."

  let words = Words(exercises: 0...Int.max)
  let json = Flag.json
  let seed = Option.seed

  func run(in context: CommandContext) throws -> ExitStatus {
    try context.requireTemporaryFiles()
    let chosen = words.exercises.isEmpty ? context.exercises : words.exercises
    let grader = context.grader(seed: UInt64(seed.value ?? 1))
    guard let result = context.check(chosen, by: grader) else { return .failure }
    if json.isGiven { context.print(result.json()) } else { context.show(result) }
    return result.exitStatus
  }
}

extension CommandContext {
  /// Grades attempts and shows the progress. Nil if the grading was interrupted.
  func grade(_ attempts: [Grader.Attempt], by grader: Grader) -> GradingResult? {
    whileCancellable({ grader.cancel() }) {
      grader.grade(attempts) { environment.showProgress($0) }
    }
  }

  /// Grades the learner's files, and stores attempts and verdicts. Nil if it was interrupted.
  func check(_ exercises: [Exercise], by grader: Grader) -> GradingResult? {
    let contents = exercises.map { try? Files.read(package.exercise($0)) }
    let attempts = exercises.map { Grader.Attempt($0, file: package.exercise($0)) }
    guard let result = grade(attempts, by: grader) else { return nil }
    record(result, of: exercises, contents: contents)
    return result
  }

  private func record(_ result: GradingResult, of exercises: [Exercise], contents: [Data?]) {
    progressFile.update { progress in
      for (result, content) in zip(result.exercises, contents) where result.verdict != .graderError
      {
        if let content { progress.record(result, content: content) }
      }
    }
    for (index, content) in contents.enumerated() where result.exercises[index].verdict != .todo {
      guard let content, !content.isBlank else { continue }
      do { try attempts(of: exercises[index]).keep(content) } catch {
        complain("this attempt is not kept: \(error)")
      }
    }
  }

  func show(_ result: GradingResult) {
    print(
      result.text(listsAllChecks: result.exercises.map(\.verdict) == [.pass]) { line in
        console.isStyled ? Style.bold(line) : line
      })
    advice(after: result).forEach(output.line)
  }

  private func advice(after result: GradingResult) -> [String] {
    if result.exercises.contains(where: { $0.verdict == .graderError }) {
      return ["", "To find the cause and its remedy: swift run workbook doctor"]
    }
    if let open = result.exercises.first(where: { $0.verdict != .pass }) {
      let exercise = exercises.first { $0.name == open.exercise }
      if let exercise, hasNoText(exercise) {
        return ["", "The stub again: swift run workbook reset \(exercise.name)"]
      }
      var lines = [""]
      if open.verdict == .todo, let exercise {
        lines += ["The task: \(exercise.folder)/Task.md", "Your file: \(exercise.file)"]
      }
      return lines + ["A hint: swift run workbook hint \(open.exercise)"]
    }
    var lines = [""]
    let solved = exercises.first { $0.name == result.exercises.first?.exercise }
    if result.exercises.count == 1, let solved, !solved.isGradedByTeacher {
      lines.append("Compare yours: swift run workbook solution \(solved.name)")
    }
    if let next = next(in: progressFile.load()) {
      lines.append("Next: \(next.name), \(next.folder)/Task.md")
    }
    return lines.count > 1 ? lines : []
  }

  private func hasNoText(_ exercise: Exercise) -> Bool {
    let file = package.exercise(exercise)
    do { return try Files.readIfPresent(file)?.isBlank ?? true } catch { return false }
  }
}

extension Data {
  fileprivate var isBlank: Bool { String(decoding: self, as: UTF8.self).allSatisfy(\.isWhitespace) }
}

extension GradingResult {
  var exitStatus: ExitStatus {
    if exercises.contains(where: { $0.verdict == .graderError }) { return .internalError }
    return exercises.allSatisfy { $0.verdict == .pass } ? .success : .failure
  }
}
