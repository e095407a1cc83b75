internal import Concurrency
internal import Exercising
internal import Foundation
internal import Processes

/// The resources of a grading: the compiler, the isolation, the limits.
struct GradingContext: Sendable {
  let package: PackageFolder
  let compiler: Compiler
  let runner: ChildRunner
  let limits: Limits
  private let isolation: Isolation
  private let oracle: Oracle

  /// Throws if there is no compiler, nothing is built, or the machine does not allow the isolation.
  init(package: PackageFolder, options: Grader.Options, runner: ChildRunner) throws(GradingError) {
    let toolchain = try Toolchain.current()
    self.package = package
    self.runner = runner
    limits = options.limits
    isolation = try Isolation(
      options.isolation, toolchain: toolchain, package: package, workspace: runner.workspace)
    compiler = try Compiler(toolchain, package: package, runner: runner)
    oracle = Oracle()
  }

  private init(_ other: Self, _ isolation: Isolation, _ limits: Limits) {
    (package, compiler, runner, oracle) = (
      other.package, other.compiler, other.runner, other.oracle
    )
    (self.isolation, self.limits) = (isolation, limits)
  }

  /// The same resources, but another isolation and other limits.
  func with(_ level: IsolationLevel, limits: Limits? = nil) throws(GradingError) -> GradingContext {
    let isolation = try Isolation(
      level, toolchain: .current(), package: package, workspace: runner.workspace)
    return GradingContext(self, isolation, limits ?? self.limits)
  }

  /// Compares the events of a script with the reference solution and a learner's program. Blocks.
  func compare(
    _ attempt: CompiledAttempt, with script: Script, of exercise: Exercise
  ) throws(GradingError) -> ScriptResult {
    if let spent = attempt.spent?.withLock({ $0 }), spent > limits.exerciseSeconds {
      let limit = "\(limits.exerciseSeconds.formatted()) s"
      return ScriptResult(
        verdict: .timeout,
        explanation: "The programs of this exercise have taken more than \(limit) in all.")
    }
    let expected = try oracle.events(script, of: exercise)
    let run = if let run = attempt.runs[script] { run } else { try run(attempt, script) }
    let difference = Difference(script: script, expected: expected, run: run)
    var result = ScriptResult(run, script: script, difference: difference, limits: limits)
    if result.verdict != .pass, let place = try crashPlace(of: run, attempt, exercise) {
      result.explanation += "\n\(place)"
    }
    return result
  }

  /// Runs a passed script again, with ThreadSanitizer. Blocks. The result is PASS without a run if
  /// the attempt has no race build, and PASS with the reason if the program cannot be built for
  /// another cause than its text, or not even the stub starts.
  func findRaces(
    in attempt: CompiledAttempt, with script: Script, of exercise: Exercise
  ) throws(GradingError) -> ScriptResult {
    guard let raceBuild = attempt.raceBuild else { return ScriptResult(verdict: .pass) }
    let program: URL
    do { program = try raceBuild.program() } catch let error as CompilerError {
      return ScriptResult(verdict: .build, explanation: ScriptResult.again(error.message))
    } catch let error as GradingError where error == .cancelled { throw error } catch {
      return ScriptResult(unsearched: "a program with ThreadSanitizer cannot be built (\(error))")
    }
    let run =
      if let run = attempt.raceRuns[script] { run } else {
        try run(attempt.built(at: program), script, findingRaces: true)
      }
    if !run.isReady, try !stubStartsFindingRaces(exercise) {
      return ScriptResult(
        unsearched: "a program with ThreadSanitizer does not start on this machine")
    }
    let expected = try oracle.events(script, of: exercise)
    let difference = Difference(script: script, expected: expected, run: run)
    return ScriptResult(
      race: run, script: script, difference: difference, limits: limits.underThreadSanitizer)
  }

  /// Whether this machine can run programs with ThreadSanitizer.
  private func stubStartsFindingRaces(_ exercise: Exercise) throws(GradingError) -> Bool {
    guard let stub = try? String(contentsOf: package.stub(exercise), encoding: .utf8),
      let program = try? compiler.compile(stub, for: exercise, findingRaces: true)
    else { return false }
    defer { compiler.remove(program) }
    return try run(CompiledAttempt(program), Script(steps: []), findingRaces: true).isReady
  }

  /// The lines that a page of an exercise's chapter prints. Blocks.
  func lines(of page: String, for exercise: Exercise) throws(GradingError) -> [String] {
    try PackageProgram(ofChapter: exercise.chapter, package: package, runner: runner)
      .lines(of: page)
  }

  /// Runs a script with a program, in a sandbox. Blocks. `ownLimits` replace those of the context.
  /// `isTrusted` sends all steps at once, which is for the workbook's own programs alone.
  func run(
    _ attempt: CompiledAttempt, _ script: Script, findingRaces findsRaces: Bool = false,
    limits ownLimits: Limits? = nil, isTrusted: Bool = false
  ) throws(GradingError) -> RunResult {
    let plain = ownLimits ?? limits
    let limits = findsRaces ? plain.underThreadSanitizer : plain
    let folder = try runner.workspace.folder("run")
    defer { runner.workspace.remove(folder) }
    let nonce = UUID().uuidString
    var command = try isolation.command(attempt.program, in: folder, limits: limits)
    if findsRaces {
      command.environment["TSAN_OPTIONS"] =
        ChildCommand.firstRaceEnds + (attempt.source == nil ? ":symbolize=0" : "")
    }
    if attempt.source != nil, compiler.toolchain.symbolizer != nil, !findsRaces {
      command.environment[BacktraceHandler.variable] = "5"
    }
    let steps = script.steps.map(\.description)
    runner.log?(
      ChildCommand(program: attempt.program.path, environment: command.environment),
      ([nonce] + steps).map { $0 + "\n" }.joined())
    let feed = ScriptFeed(nonce: nonce, steps: steps, isTrusted: isTrusted)
    let result = try runner.run(command, limits: limits, feed: feed)
    attempt.spent?.withLock { $0 += result.seconds }
    return RunResult(result, nonce: nonce, steps: script.steps.count)
  }
}

/// Plays scripts with the reference solution, in the grader's process, for the expected events.
final class Oracle: Sendable {
  /// Keyed by the name of the exercise and the script.
  private let known = Locked<[String: [Script: [[String]]]]>([:])

  /// The events of each step, except one that must crash. Throws if the script is invalid.
  func events(_ script: Script, of exercise: Exercise) throws(GradingError) -> [[String]] {
    if let events = known.withLock({ $0[exercise.name]?[script] }) { return events }
    var scene = exercise.reference
    let collected = Locked<[String]>([])
    let events = Events { line in collected.withLock { $0.append(line) } }
    var all: [[String]] = []
    for step in script.crash == nil ? script.steps[...] : script.steps.dropLast() {
      do { try scene.take(step, events) } catch {
        throw GradingError("A script of \(exercise.name) is wrong: \(error).")
      }
      all.append(
        collected.withLock { lines in
          defer { lines = [] }
          return lines
        })
    }
    known.withLock { [all] in $0[exercise.name, default: [:]][script] = all }
    return all
  }
}
