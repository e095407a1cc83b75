internal import Exercising
internal import Foundation

extension GradingContext {
  /// Runs scripts of the workbook's own program, several in one process, and keeps the results in ``runs``. Blocks.
  ///
  /// A script at which a process exceeded a limit is run again by one of its own, because those before it had their part
  /// in it. So each result is the one that the script alone would have.
  mutating func runInBatches(_ scripts: [Script], with program: URL) throws(GradingError) {
    var known = Set(runs.keys)
    let scripts = scripts.filter { known.insert($0).inserted }
    try runCrashing(scripts.filter { $0.crash != nil }, with: program)
    var rest = scripts.filter { $0.crash == nil }[...]
    while !rest.isEmpty {
      let batch = Self.batch(of: rest)
      var context = self
      context.limits.outputBytes *= batch.count
      context.isTrusted = true
      context.limits.stallSeconds = 0.5
      let all = Script(steps: Array(batch.map(\.steps).joined(separator: [.newScene])))
      let parts = try context.run(program, all).parts(batch)
      for (script, part) in zip(batch, parts) { runs[script] = part }
      rest = rest.dropFirst(parts.count)
      if parts.count < batch.count, let script = rest.popFirst() {
        runs[script] = try run(program, script)
      }
    }
  }

  /// A process for each script, and without namespaces, which would take most of the time.
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

  /// So few that the steps fit into the input of a program.
  private static let stepsOfBatch = 250
}
