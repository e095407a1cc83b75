internal import Exercising
internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

struct PlayCommand: Subcommand {
  static let summary = "enter steps, and compare your type with the solution"
  static let explanation =
    "Reads steps from the terminal or from a pipe, one per line. After each it shows the events of "
    + "your type beside those of the reference solution. Both play all steps from the beginning each "
    + "time, so a crash or an endless loop costs only one step, and a file that you save "
    + "meanwhile is used at the next step. Besides steps, there are these commands: help "
    + "lists the steps; script prints the steps so far, and script FILE saves them; back "
    + "removes the last step, and restart removes all; quit ends."

  let words = Words(exercises: 1...1)

  func run(in context: CommandContext) throws -> ExitStatus {
    try context.requireTemporaryFiles()
    let exercise = words.exercises[0]
    guard !exercise.isPrediction else {
      return context.fail(
        "\(exercise.name) is a prediction and has no steps: swift run workbook check "
          + exercise.name)
    }
    guard !exercise.isGradedByTeacher else {
      return context.fail("\(exercise.name) is graded by your teacher, whose copy plays it")
    }
    let player = try Player(exercise, package: context.package)
    do {
      let isCompiled: Void? = try context.whileCancellable({ player.cancel() }) {
        try player.compile()
      }
      guard isCompiled != nil else { return .failure }
    } catch Player.Problem.file(let message) {
      return context.fail("\(exercise.file) cannot be played yet: \(message)")
    }
    let session = PlaySession(of: exercise)
    session.opening.forEach(context.output.line)
    return try play(session, player, in: context)
  }

  private func play(
    _ opened: PlaySession, _ player: Player, in context: CommandContext
  ) throws -> ExitStatus {
    var session = opened
    while context.output.failure == nil, let line = nextLine(player, in: context) {
      // Typed steps are on the terminal already. Steps from a pipe are not.
      if context.console.ask == nil { context.output.line("> \(line)") }
      switch session.command(line) {
      case .nothing: continue
      case .end: return .success
      case .show(let lines): lines.forEach(context.output.line)
      case .save(let path): save(session, to: path, in: context)
      case .step(let step): try take(step, of: &session, player, in: context)
      }
      guard !context.environment.interruption.isSignalled else { return .failure }
    }
    return .success
  }

  private func nextLine(_ player: Player, in context: CommandContext) -> String? {
    context.environment.interruption.whileRunning {
      player.cancel()
      // Nothing else would end the wait for a line.
      context.environment.interruption.exitIfSignalled()
    } _: {
      if let ask = context.console.ask { ask("> ") } else { context.environment.readLine() }
    }
  }

  private func take(
    _ step: Step, of session: inout PlaySession, _ player: Player, in context: CommandContext
  ) throws {
    let steps = session.steps + [step]
    do {
      let pair = try context.whileCancellable({ player.cancel() }) { try player.play(steps) }
      if let pair { session.lines(of: step, pair).forEach(context.output.line) }
    } catch Player.Problem.invalid(let reason) {
      session.lines(ofInvalid: step, reason).forEach(context.output.line)
    } catch Player.Problem.file(let message) {
      context.output.line("  Your file cannot be played now, and the step was not taken:")
      message.wrapped(indentation: "  | ").forEach(context.output.line)
    }
  }

  /// Saves the steps. Replaces a saved script, but no other file.
  private func save(_ session: PlaySession, to path: String, in context: CommandContext) {
    let url = context.environment.file(path)
    let steps = session.steps
    do {
      let bytes = Files.isSpecial(url) ? nil : try Files.readIfPresent(url)
      if let bytes, !session.isScript(String(decoding: bytes, as: UTF8.self)) {
        return "“\(path)” exists and is not a script of \(session.name): choose another name."
          .wrapped(indentation: "  ").forEach(context.output.line)
      }
      try Files.write(Data(steps.map { "\($0)\n" }.joined().utf8), to: url, makesFolder: false)
      context.output.line(
        "  \(steps.count) \(steps.count == 1 ? "step" : "steps") saved to \(path)")
    } catch { "\(error)".wrapped(indentation: "  ").forEach(context.output.line) }
  }
}
