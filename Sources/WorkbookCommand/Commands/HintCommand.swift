internal import Grading
internal import Subcommands
internal import Terminal

struct HintCommand: Subcommand {
  static let summary = "the next hint, by default for your next exercise"
  static let explanation =
    "Each exercise has three hints, each revealing more than the one before. Each call shows "
    + "the next one, even after the exercise has passed."

  let words = Words(exercises: 0...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    let progress = context.progressFile.load()
    guard let exercise = words.exercises.first ?? context.next(in: progress) else {
      context.output.line("All exercises are solved. Name one to read its hints all the same.")
      return .success
    }
    let page = context.package.hints(exercise)
    // Read first, so that a missing page is a `FileError`.
    _ = try Files.read(page)
    let hints = try page.parsed(Hint.all)
    let shown = min(max(0, progress[exercise.name].hintCount), hints.count)
    Self.lines(hints, of: exercise.name, shown: shown).forEach(context.output.line)
    guard context.output.failure == nil else { return .success }
    context.progressFile.update { $0[exercise.name].hintCount = min(shown + 1, hints.count) }
    return .success
  }

  /// The output, given the number of hints that were shown before.
  static func lines(_ hints: [Hint], of exercise: String, shown: Int) -> [String] {
    guard shown < hints.count else {
      return ["\(exercise): these are all the hints there are.", ""]
        + hints.enumerated().flatMap { index, hint in
          hint.plain.wrapped(indentation: "   ", first: "\(index + 1). ")
        }
    }
    let left = hints.count - shown - 1
    return ["\(exercise): hint \(shown + 1) of \(hints.count)", ""]
      + hints[shown].plain.wrapped()
      + (left == 0 ? [] : ["", left == 1 ? "There is one more." : "There are \(left) more."])
  }
}

extension Hint {
  /// The text for a terminal, with the path in the workbook.
  fileprivate var plain: String { "\(text) (\(link.pathInWorkbook))" }
}

extension String {
  /// The target of a task's link, as a path in the workbook: `Docs/Subjects.md#relays`.
  var pathInWorkbook: String { replacing(/^(\.\.\/)+/, with: "") }
}
