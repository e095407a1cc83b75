internal import Exercising
internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Plays steps with the learner's type and with the reference solution, until the input ends.
  func play(_ exercise: Exercise) throws -> ExitStatus {
    guard !exercise.isPrediction else {
      complain(
        "\(exercise.name) is a prediction and has no steps: swift run workbook check "
          + exercise.name)
      return .failure
    }
    let player = try Player(exercise, package: package)
    do {
      _ = try whilePlaying(player) { try player.compile() }
    } catch Player.Problem.file(let message) {
      complain("\(exercise.file) cannot be played yet: \(message)")
      return .failure
    }
    let session = PlaySession(of: exercise, sceneFile: sceneFile(of: exercise))
    session.opening.forEach(output.line)
    return try play(session, player)
  }

  private func play(_ opened: PlaySession, _ player: Player) throws -> ExitStatus {
    var session = opened
    while output.failure == nil, let line = nextLine(player) {
      // A pipe shows no step that was typed.
      if console.ask == nil { output.line("> \(line)") }
      switch session.command(line) {
      case .nothing: continue
      case .end: return .success
      case .show(let lines): lines.forEach(output.line)
      case .save(let path): save(session.steps, to: path)
      case .step(let step): try take(step, in: &session, player)
      }
      guard !environment.interruption.hasCome else { return .failure }
    }
    return .success
  }

  private func nextLine(_ player: Player) -> String? {
    environment.interruption.whileRunning {
      player.cancel()
      // Nothing else would end the wait for a line.
      environment.interruption.endProgramIfItHasCome()
    } _: {
      if let ask = console.ask { ask("> ") } else { environment.readLine() }
    }
  }

  private func take(_ step: Step, in session: inout PlaySession, _ player: Player) throws {
    let steps = session.steps + [step]
    do {
      let turn = try whilePlaying(player) { try player.play(steps) }
      session.lines(of: step, turn).forEach(output.line)
    } catch Player.Problem.invalid(let reason) {
      session.lines(ofInvalid: step, reason).forEach(output.line)
    } catch Player.Problem.file(let message) {
      output.line("  Your file cannot be played now, and the step was not taken:")
      message.wrapped(indentation: "  | ").forEach(output.line)
    }
  }

  private func whilePlaying<Result>(_ player: Player, _ body: () throws -> Result) throws -> Result
  {
    try environment.interruption.whileRunning({ player.cancel() }) {
      Swift.Result { try body() }
    }.get()
  }

  private func save(_ steps: [Step], to path: String) {
    let url = URL(filePath: path, relativeTo: environment.directory).absoluteURL
    do {
      try Files.write(
        Data(steps.map { "\($0)\n" }.joined().utf8), to: url, makesFolder: false)
      output.line("  \(steps.count) \(steps.count == 1 ? "step" : "steps") saved to \(path)")
    } catch { output.line("  \(error)") }
  }

  /// The file that describes the steps, by its path in the workbook. Nil if the task names none.
  private func sceneFile(of exercise: Exercise) -> String? {
    let needs = (try? TaskPage(file: package.task(exercise)))?.needs
    return needs?.last { $0.hasSuffix("Scene.swift") }?.pathInWorkbook
  }
}

/// The steps that were played, and what is printed about them.
struct PlaySession {
  /// What a line of the input asks for.
  enum Command: Equatable {
    case nothing
    case end
    case show([String])
    /// Saves the steps to a file.
    case save(String)
    case step(Step)
  }

  /// The words that are no steps, and what they do.
  static let words: [(term: String, text: String)] = [
    ("help", "these words, and the steps of the exercise"),
    ("script", "the steps so far; `script FILE` saves them"),
    ("back", "takes the last step back"),
    ("restart", "takes all steps back"),
    ("quit", "ends, as Ctrl-D does"),
  ]

  private let exercise: Exercise
  private let vocabulary: Vocabulary
  private let sceneFile: String?
  private(set) var steps: [Step] = []
  /// What the learner's program has printed at these steps.
  private var printed = [""]

  init(of exercise: Exercise, sceneFile: String?) {
    self.exercise = exercise
    self.sceneFile = sceneFile
    vocabulary = Vocabulary(of: exercise)
  }

  var opening: [String] {
    let first = vocabulary.examples.first ?? "help"
    return "\(exercise.name): type a step such as `\(first)`. `help` shows all, `quit` ends."
      .wrapped()
  }

  mutating func command(_ line: String) -> Command {
    guard let step = Step(line: line) else { return .nothing }
    switch (step.verb, step.arguments.count) {
    case ("help", _): return .show(help)
    case ("quit", 0), ("exit", 0): return .end
    case ("script", 0):
      return .show(steps.isEmpty ? ["  There is no step yet."] : steps.map { "  \($0)" })
    case ("script", _):
      return .save(line.trimmingCharacters(in: .whitespaces).dropFirst(6).trimmed)
    case ("back", 0):
      guard let last = steps.popLast() else { return .show(["  There is no step yet."]) }
      printed.removeLast()
      return .show(["  taken back: \(last)"])
    case ("restart", 0):
      (steps, printed) = ([], [""])
      return .show(["  All steps are taken back."])
    default: return .step(step)
    }
  }

  private var help: [String] {
    ["The steps, as the checks use them:"] + vocabulary.examples.map { "  \($0)" }
      + (sceneFile.map { ["They are described in \($0)."] } ?? []) + ["And:"]
      + Self.words.aligned(indentation: 2)
  }

  /// What is printed about a step that was played. It is kept unless one of the programs did not complete it.
  mutating func lines(of step: Step, _ turn: Player.Turn) -> [String] {
    let news = turn.isOfAnotherFile ? ["  Your file has changed, and plays all steps again."] : []
    let before = printed.last ?? ""
    let output = turn.yours.output
    let fresh = output.hasPrefix(before) ? String(output.dropFirst(before.count)) : output
    let lines =
      news + PlayTable(turn).lines
      + (fresh.allSatisfy(\.isWhitespace)
        ? [] : ["  Yours printed:"] + fresh.trimmed.wrapped(indentation: "  | "))
    guard turn.yours.failure == nil, turn.reference.failure == nil else {
      return lines + ["  The step is taken back, so that you can go on."]
    }
    steps.append(step)
    printed.append(output)
    return lines
  }

  /// What is printed about a step that the scene does not accept.
  func lines(ofInvalid step: Step, _ reason: String) -> [String] {
    let examples = vocabulary.examples(of: step.verb)
    guard examples.isEmpty else {
      return ["  Not possible: \(reason). In the checks:"] + examples.map { "    \($0)" }
    }
    let known = vocabulary.verbs + Self.words.map(\.term)
    let nearest = step.verb.nearest(among: known).map { "; the nearest is `\($0)`" } ?? ""
    return "\(reason.prefix(1).uppercased())\(reason.dropFirst())\(nearest). `help` shows all."
      .wrapped(indentation: "  ")
  }
}

/// The events of the learner's type beside those of the reference, with a mark at the first difference.
struct PlayTable {
  private let turn: Player.Turn

  init(_ turn: Player.Turn) { self.turn = turn }

  var lines: [String] {
    let (yours, reference) = (rows(turn.yours), rows(turn.reference))
    let count = max(yours.count, reference.count)
    let rows = (0..<count).map { index in
      (
        yours: index < yours.count ? yours[index] : "",
        reference: index < reference.count ? reference[index] : ""
      )
    }
    let width = (rows.map(\.yours.count) + ["yours".count]).max() ?? 0
    let different = rows.firstIndex { $0.yours != $0.reference }
    let table = rows.enumerated().map { index, row in
      (index == different ? "  > " : "    ") + row.yours.padded(to: width) + "   " + row.reference
    }
    return ["    " + "yours".padded(to: width) + "   reference"] + table
      + explanation("Yours", turn.yours) + explanation("The reference", turn.reference)
  }

  private func rows(_ side: Player.Side) -> [String] {
    let end = side.failure == nil ? [] : ["(does not complete the step)"]
    return side.events + end + (side.events.isEmpty && end.isEmpty ? ["nothing"] : [])
  }

  private func explanation(_ name: String, _ side: Player.Side) -> [String] {
    side.failure.map { "\(name): \($0)".wrapped(indentation: "  ") } ?? []
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
