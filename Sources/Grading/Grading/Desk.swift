internal import Exercising
internal import Foundation

/// What is needed to grade one exercise after the other.
struct Desk: Sendable {
  let package: PackageFolder
  let compiler: Compiler
  let workspace: Workspace
  let runner: ChildRunner
  let isolation: Isolation
  let limits: Limits

  /// Plays a script with a program and judges what happened; blocks.
  func judge(_ program: URL, _ script: Script, of exercise: Exercise) throws(Trouble) -> Judgement {
    let expected = try Oracle.events(script, of: exercise)
    let folder = try workspace.folder("run")
    defer { try? FileManager.default.removeItem(at: folder) }
    let nonce = UUID().uuidString
    let input = ([nonce] + script.steps.map(\.description)).joined(separator: "\n") + "\n"
    let command = try isolation.command(program, in: folder, input: input, limits: limits)
    let ending = try runner.run(command, limits: limits)
    let played = Played(ending, nonce: nonce, steps: script.steps.count)
    return Judgement(played, script: script, expected: expected, limits: limits)
  }
}
