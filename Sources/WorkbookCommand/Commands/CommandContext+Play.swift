internal import Exercising
internal import Foundation
internal import Grading
internal import Processes
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
      case .save(let path): save(session, to: path)
      case .step(let step):
        do { try take(step, in: &session, player) } catch {
          // Nothing has failed where the turn was cancelled.
          guard environment.interruption.isSignalled else { throw error }
        }
      }
      guard !environment.interruption.isSignalled else { return .failure }
    }
    return .success
  }

  private func nextLine(_ player: Player) -> String? {
    environment.interruption.whileRunning {
      player.cancel()
      // Nothing else would end the wait for a line.
      environment.interruption.exitIfSignalled()
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

  /// Saves the steps. Replaces a saved script, and no other file.
  private func save(_ session: PlaySession, to path: String) {
    let url = URL(filePath: path, relativeTo: environment.directory).absoluteURL
    let steps = session.steps
    do {
      let bytes = Files.isSpecial(url) ? nil : try Files.readIfPresent(url)
      if let bytes, !session.isScript(String(decoding: bytes, as: UTF8.self)) {
        return "“\(path)” exists and is not a script of \(session.name): choose another name."
          .wrapped(indentation: "  ").forEach(output.line)
      }
      try Files.write(
        Data(steps.map { "\($0)\n" }.joined().utf8), to: url, makesFolder: false)
      output.line("  \(steps.count) \(steps.count == 1 ? "step" : "steps") saved to \(path)")
    } catch { "\(error)".wrapped(indentation: "  ").forEach(output.line) }
  }

  /// The file that describes the steps, by its path in the workbook. Nil if the task names none.
  private func sceneFile(of exercise: Exercise) -> String? {
    let needs = (try? TaskPage(file: package.task(exercise)))?.needs
    return needs?.last { $0.hasSuffix("Scene.swift") }?.pathInWorkbook
  }
}
