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
    let grader = context.grader(seed: seed.value ?? 1)
    guard let result = context.check(chosen, by: grader) else { return .failure }
    if json.isGiven { context.print(result.json()) } else { context.show(result) }
    return result.exitStatus
  }
}
