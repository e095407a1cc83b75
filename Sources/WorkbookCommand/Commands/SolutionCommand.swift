internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

struct SolutionCommand: Subcommand {
  static let summary = "show the solution, once yours has passed"
  static let explanation =
    "Prints a solution that gets full points, for an exercise that you have solved or given up. "
    + "With --diff it prints how your file differs from the solution: a line that only yours has "
    + "begins with -, and one that only the solution has begins with +."

  let words = Words(exercises: 1...1)
  let diff = Flag("--diff", help: "show how yours differs from it, as diff -u does")
  let giveUp = Flag("--give-up", help: "show it before yours has passed")

  func run(in context: CommandContext) throws -> ExitStatus {
    let exercise = words.exercises[0]
    guard !exercise.isGradedByTeacher else {
      return context.fail("\(exercise.name) is graded by your teacher, who has its solution")
    }
    let progress = context.progressFile.load()[exercise.name]
    guard giveUp.isGiven || progress.hasPassed || progress.hasGivenUp else {
      return context.fail(
        "\(exercise.name) has not passed yet; to see its solution now: swift run workbook solution "
          + "\(exercise.name) --give-up")
    }
    guard let text = try solution(of: exercise, in: context) else { return .failure }
    if !progress.hasPassed { context.progressFile.update { $0[exercise.name].hasGivenUp = true } }
    if diff.isGiven {
      try showDifferences(of: exercise, from: text, in: context)
    } else {
      title(of: exercise).forEach(context.output.line)
      context.print(text)
    }
    return .success
  }

  private func title(of exercise: Exercise) -> [String] {
    switch exercise.kind {
    case .write:
      ["// \(exercise.name): one way to do it. Others are in", "// \(exercise.alternatives).", ""]
    case .fix, .choose: ["// \(exercise.name): one way to do it.", ""]
    case .predict(let page):
      ["# \(exercise.name): what `swift run Chapter-\(exercise.chapter) \(page)` prints.", ""]
    }
  }

  private func showDifferences(
    of exercise: Exercise, from solution: String, in context: CommandContext
  ) throws {
    let own = String(decoding: try Files.read(context.package.exercise(exercise)), as: UTF8.self)
    let diff = UnifiedDiff(from: own, to: solution)
    guard !diff.isEmpty else {
      context.output.line("\(exercise.name): your file is the same text as the solution.")
      return
    }
    let new = exercise.isPrediction ? "the page" : exercise.solutionFile
    diff.lines(old: exercise.file, new: new).forEach(context.output.line)
  }

  /// The reference solution. For a prediction, the page's lines, or nil after a signal.
  private func solution(of exercise: Exercise, in context: CommandContext) throws -> String? {
    guard case .predict(let page) = exercise.kind else {
      return String(decoding: try Files.read(context.package.solution(exercise)), as: UTF8.self)
    }
    try context.requireTemporaryFiles()
    let program = PackageProgram(
      ofChapter: exercise.chapter, package: context.package, runner: ChildRunner())
    let lines = try context.whileCancellable({ program.cancel() }) { try program.lines(of: page) }
    return lines?.map { $0 + "\n" }.joined()
  }
}
