internal import Exercising
internal import Foundation
internal import Processes

extension GradingContext {
  /// Runs scripts of the workbook's own program, several in one process, and keeps the results in
  /// ``runs``. Blocks.
  ///
  /// If a process exceeds a limit, the current script runs again in a process of its own, because
  /// earlier scripts had a part in it. So each result is the one that the script alone would have.
  mutating func runInBatches(_ scripts: [Script], with program: URL) throws(GradingError) {
    var known = Set(runs.keys)
    let scripts = scripts.filter { known.insert($0).inserted }
    try runCrashing(scripts.filter { $0.crash != nil }, with: program)
    let others = try results(of: scripts.filter { $0.crash == nil }, with: program)
    runs.merge(others) { $1 }
  }

  /// Runs completed scripts again, with ThreadSanitizer, and keeps the results in ``raceRuns``.
  /// Blocks. Has no effect without ThreadSanitizer.
  mutating func findRacesInBatches(_ scripts: [Script]) throws(GradingError) {
    guard let program = try? raceBuild?.program() else { return }
    let scripts = Set(scripts).filter { runs[$0]?.outcome == .finished && raceRuns[$0] == nil }
    raceRuns.merge(try results(of: Array(scripts), with: program, findingRaces: true)) { $1 }
  }

  private func results(
    of scripts: [Script], with program: URL, findingRaces findsRaces: Bool = false
  ) throws(GradingError) -> [Script: RunResult] {
    var results: [Script: RunResult] = [:]
    var rest = scripts[...]
    while !rest.isEmpty {
      let batch = Self.batch(of: rest)
      var context = self
      context.limits.outputBytes *= batch.count
      context.isTrusted = true
      context.limits.stallSeconds = 0.5
      let all = Script(steps: Array(batch.map(\.steps).joined(separator: [.newScene])))
      let parts = try context.run(program, all, findingRaces: findsRaces).parts(batch)
      for (script, part) in zip(batch, parts) { results[script] = part }
      rest = rest.dropFirst(parts.count)
      if parts.count < batch.count, let script = rest.popFirst() {
        results[script] = try run(program, script, findingRaces: findsRaces)
      }
    }
    return results
  }

  /// Runs each script in its own process, without namespaces, which would take most of the time.
  private mutating func runCrashing(
    _ scripts: [Script], with program: URL
  ) throws(GradingError) {
    if scripts.isEmpty { return }
    var context = self
    context.isolation = try Isolation(
      .processGroup, toolchain: .current(), package: package, workspace: workspace)
    for script in scripts { runs[script] = try context.run(program, script) }
  }

  /// The first scripts, as many as one process can play.
  private static func batch(of scripts: ArraySlice<Script>) -> [Script] {
    var steps = 0
    let batch = scripts.prefix { script in
      steps += script.steps.count + 1
      return steps <= stepsOfBatch
    }
    return batch.isEmpty ? Array(scripts.prefix(1)) : Array(batch)
  }

  /// Few enough for the steps to fit into a program's input.
  private static let stepsOfBatch = 250
}
