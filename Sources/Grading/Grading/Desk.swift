internal import Exercising
internal import Foundation

/// What is needed to grade one exercise after the other.
struct Desk: Sendable {
  let package: PackageFolder
  let compiler: Compiler
  let workspace: Workspace
  let runner: ChildRunner
  var isolation: Isolation
  var limits: Limits

  /// - Throws: ``Trouble`` when there is no compiler, nothing was built, or the machine does not allow the isolation.
  init(
    package: PackageFolder, options: Grader.Options, workspace: Workspace, runner: ChildRunner
  ) throws(Trouble) {
    guard let toolchain = Toolchain.current else {
      throw Trouble("No `swiftc` that runs is on the search path.")
    }
    self.package = package
    self.workspace = workspace
    self.runner = runner
    limits = options.limits
    isolation = try Isolation(
      options.isolation, toolchain: toolchain, package: package, workspace: workspace)
    compiler = try Compiler(
      toolchain, package: package, build: .beside, workspace: workspace, runner: runner)
  }

  /// Plays a script with a program and judges what happened; blocks.
  func judge(_ program: URL, _ script: Script, of exercise: Exercise) throws(Trouble) -> Judgement {
    let expected = try Oracle.events(script, of: exercise)
    let (ending, nonce) = try play(program, script)
    let played = Played(ending, nonce: nonce, steps: script.steps.count)
    return Judgement(played, script: script, expected: expected, limits: limits)
  }

  /// Plays a script with a program; what it tells begins with the nonce. Blocks.
  func play(_ program: URL, _ script: Script) throws(Trouble) -> (ending: Ending, nonce: String) {
    let folder = try workspace.folder("run")
    defer { workspace.remove(folder) }
    let nonce = UUID().uuidString
    let input = ([nonce] + script.steps.map(\.description)).joined(separator: "\n") + "\n"
    let command = try isolation.command(program, in: folder, input: input, limits: limits)
    return (try runner.run(command, limits: limits), nonce)
  }
}
