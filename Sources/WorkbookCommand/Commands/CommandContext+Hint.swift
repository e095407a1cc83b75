internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Shows one more hint and stores that it was printed; after the last one, all hints. Nil is the learner's next exercise.
  func hint(_ named: Exercise?) throws -> ExitStatus {
    let progress = progressFile.load()
    guard let exercise = named ?? next(in: progress) else {
      output.line("All exercises are solved. Name one to read its hints all the same.")
      return .success
    }
    let page = String(decoding: try Files.read(package.hints(exercise)), as: UTF8.self)
    let hints = try HintPage(page).hints
    let shown = progress[exercise.name].hintCount
    for line in HintText.lines(hints, of: exercise.name, shown: shown) { output.line(line) }
    guard output.failure == nil else { return .success }
    progressFile.update { $0[exercise.name].hintCount = min(shown + 1, hints.count) }
    return .success
  }
}

/// The output of a call for a hint, with the number of hints that were shown before.
enum HintText {
  static func lines(_ hints: [HintPage.Hint], of exercise: String, shown: Int) -> [String] {
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

extension HintPage.Hint {
  /// The text for a terminal, with the path in the workbook.
  fileprivate var plain: String { "\(text) (\(link.pathInWorkbook))" }
}

extension String {
  /// The target of a task's link by its path in the workbook: `Docs/Subjects.md#relays`.
  var pathInWorkbook: String { replacing(/^(\.\.\/)+/, with: "") }
}
