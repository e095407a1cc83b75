internal import Exercising
internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

/// The steps that were played, and the lines to print about them.
struct PlaySession {
  enum Command: Equatable {
    case nothing
    case end
    case show([String])
    case save(String)
    case step(Step)
  }

  static let words: [(term: String, text: String)] = [
    ("help", "the steps of the exercise, and these commands"),
    ("script", "the steps so far; “script FILE” saves them"),
    ("back", "takes the last step back"),
    ("restart", "takes all steps back"),
    ("quit", "ends, as Ctrl-D does"),
  ]

  private let exercise: Exercise
  private let forms: StepForms
  private(set) var steps: [Step] = []
  /// The output of the learner's program after each step: standard output, then standard error.
  private var printed: [[String]] = []

  init(of exercise: Exercise) {
    self.exercise = exercise
    forms = exercise.forms
  }

  var opening: [String] {
    let first = forms.examples.first { !$0.term.hasSuffix("…") }?.term ?? "help"
    return "\(exercise.name): type a step such as “\(first)”, “help” for all steps, or “quit”."
      .wrapped()
  }

  mutating func command(_ line: String) -> Command {
    guard let step = Step(example: line) else { return .nothing }
    switch (step.verb, step.arguments.count) {
    case ("help", 0): return .show(help)
    case ("quit", 0), ("exit", 0): return .end
    case ("script", 0):
      return .show(steps.isEmpty ? Self.noStep : steps.map { "  \($0)" })
    case ("script", _):
      if steps.isEmpty { return .show(Self.noStep) }
      return .save(line.trimmingCharacters(in: .whitespaces).dropFirst(6).trimmed)
    case ("back", 0):
      guard let last = steps.popLast() else { return .show(Self.noStep) }
      printed.removeLast()
      return .show(["  taken back: \(last)"])
    case ("restart", 0):
      (steps, printed) = ([], [])
      return .show(["  All steps are taken back."])
    case ("help", _), ("quit", _), ("exit", _), ("back", _), ("restart", _):
      return .show(["  “\(step.verb)” has no arguments."])
    default:
      let unexpected = forms.unexpected(of: step)
      guard !unexpected.isEmpty else { return .step(step) }
      let words = unexpected.map { "“\($0)”" }.joined(separator: ", ")
      return .show(lines(ofInvalid: step, "“\(step.verb)” does not take \(words)"))
    }
  }

  private static let noStep = ["  There is no step yet."]

  var name: String { exercise.name }

  /// Whether each line of a text is a step of the exercise.
  func isScript(_ text: String) -> Bool {
    let steps = text.split(separator: "\n").compactMap { Step(line: String($0)) }
    let verbs = Set(forms.verbs)
    return steps.allSatisfy { verbs.contains($0.verb) }
  }

  private var help: [String] {
    ["Examples of all steps; names and values may differ, and … stands for more:"]
      + forms.examples.aligned(indentation: 2)
      + ["More about them: Sources/Exercises/\(exercise.chapter)", "Other commands:"]
      + Self.words.aligned(indentation: 2)
  }

  /// The lines to print about a step that was played. Keeps the step if both programs completed it.
  mutating func lines(of step: Step, _ pair: Player.Sides) -> [String] {
    let lines = news(pair) + pair.table + freshLines(pair.yours)
    guard pair.yours.failure == nil, pair.reference.failure == nil else {
      return lines + advice(pair).wrapped(indentation: "  ")
    }
    steps.append(step)
    printed.append(pair.yours.printed)
    return lines
  }

  private func news(_ pair: Player.Sides) -> [String] {
    guard pair.isOfAnotherFile else { return [] }
    let news = "Your file has changed; all steps were played again with it."
    guard let index = pair.firstDifference, steps.indices.contains(index) else {
      return ["  \(news)"]
    }
    return
      "\(news) The first difference is at step \(index + 1) of \(steps.count + 1), “\(steps[index])”."
      .wrapped(indentation: "  ")
  }

  /// The new output of the learner's program at this step, on either stream.
  private func freshLines(_ side: Player.Side) -> [String] {
    let before = printed.last ?? []
    let fresh = side.printed.enumerated().map { index, text in
      let old = before.indices.contains(index) ? before[index] : ""
      return text.hasPrefix(old) ? String(text.dropFirst(old.count)) : text
    }
    let texts = fresh.map(\.trimmed).filter { !$0.isEmpty }
    return texts.isEmpty
      ? [] : ["  Your type printed:"] + texts.flatMap { $0.wrapped(indentation: "  | ") }
  }

  /// A sentence about a step that one of the programs did not complete.
  private func advice(_ pair: Player.Sides) -> String {
    let begun = pair.yours.failure == nil ? pair.reference.begun : pair.yours.begun
    guard begun > 0, begun <= steps.count else {
      return "The step is taken back, so that you can go on."
    }
    return
      "Step \(begun) of \(steps.count + 1), “\(steps[begun - 1])”, no longer completes with "
      + "your current file. The new step is taken back; “back” and “restart” take back those before it."
  }

  func lines(ofInvalid step: Step, _ reason: String) -> [String] {
    let examples = forms.examples(of: step.verb)
    guard examples.isEmpty else {
      return "Not possible: \(reason). Examples:".cleaned(upTo: 400).wrapped(
        indentation: "  ")
        + examples.map { "    \($0)" }
    }
    let known = forms.verbs + Self.words.map(\.term)
    let nearest = step.verb.nearest(among: known).map { "; the nearest is “\($0)”" } ?? ""
    return "\(reason.prefix(1).uppercased())\(reason.dropFirst())\(nearest). “help” shows all."
      .cleaned(upTo: 400).wrapped(indentation: "  ")
  }
}

extension Player.Sides {
  /// The events of both side by side, with a mark at the first difference.
  fileprivate var table: [String] {
    let sides = [yours.rows, reference.rows]
    let rows = (0..<max(sides[0].count, sides[1].count)).map { index in
      let cells = sides.map { $0.indices.contains(index) ? $0[index] : "" }
      return (yours: cells[0], reference: cells[1])
    }
    let width = (rows.map(\.yours.count) + ["yours".count]).max() ?? 0
    let widest = (rows.map(\.reference.count) + ["reference".count]).max() ?? 0
    let different = rows.firstIndex { $0.yours != $0.reference }
    let lines = rows.enumerated().map { index, row in
      (index == different ? "  > " : "    ") + row.yours.padded(to: width) + "   " + row.reference
    }
    let isWide = 4 + width + 3 + widest > 80
    return (isWide ? list : ["    " + "yours".padded(to: width) + "   reference"] + lines)
      + yours.explanation("Yours") + reference.explanation("The reference")
  }

  /// The events one below the other, if they are too long for two columns.
  private var list: [String] {
    [("yours", yours), ("reference", reference)].flatMap { name, side in
      ["    \(name)"] + side.rows.flatMap { $0.wrapped(indentation: "      ") }
    }
  }
}

extension Player.Side {
  fileprivate var rows: [String] {
    let end = failure == nil ? [] : ["(does not complete the step)"]
    return events + end + (events.isEmpty && end.isEmpty ? ["nothing"] : [])
  }

  fileprivate func explanation(_ name: String) -> [String] {
    failure.map { "\(name): \($0)".wrapped(indentation: "  ") } ?? []
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
