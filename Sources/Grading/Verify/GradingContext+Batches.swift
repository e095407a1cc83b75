internal import Exercising
internal import Foundation
internal import Processes

extension GradingContext {
  /// Without namespaces, which would take most of the time of a short program.
  func inProcessGroup() throws(GradingError) -> GradingContext {
    var context = self
    context.isolation = try Isolation(
      .processGroup, toolchain: .current(), package: package, workspace: runner.workspace)
    return context
  }

  /// Runs scripts of the workbook's own program, several in one process, and keeps the results in
  /// ``runs``. Blocks. If a process exceeds a limit, the current script runs again in a process of
  /// its own, because earlier scripts used part of it. Only a stall counts at once.
  ///
  /// Each group has the scripts of a check for one seed. After one that does not finish, the check
  /// has failed, so the rest of its group is left out. After timeouts the limits of time are lower,
  /// because the other groups usually work in vain too.
  mutating func runInBatches(_ groups: [[Script]], with program: URL) throws(GradingError) {
    runs = try results(of: groups, with: program, known: runs)
  }

  /// Runs completed scripts again, with ThreadSanitizer, and keeps the results in ``raceRuns``.
  /// Blocks. Has no effect without ThreadSanitizer.
  mutating func findRacesInBatches(_ groups: [[Script]]) throws(GradingError) {
    guard let program = try? raceBuild?.program() else { return }
    let finished = groups.map { $0.filter { runs[$0]?.outcome == .finished } }
    raceRuns = try results(of: finished, with: program, findingRaces: true, known: raceRuns)
  }

  private func results(
    of groups: [[Script]], with program: URL, findingRaces findsRaces: Bool = false,
    known: [Script: RunResult]
  ) throws(GradingError) -> [Script: RunResult] {
    var results = known
    var seen = Set(known.keys)
    var rest = groups.enumerated().flatMap { group, scripts in
      scripts.filter { seen.insert($0).inserted }.map { (script: $0, group: group) }
    }[...]
    var timeoutCount = 0
    while !rest.isEmpty {
      let batch = batch(of: rest.map(\.script))
      var context = self
      context.limits.outputBytes *= batch.count
      context.isTrusted = true
      if timeoutCount > 0 { context.limits.stallSeconds = 0.5 }
      if timeoutCount > 2 { context.limits.cpuSeconds /= 10 }
      let all = Script(steps: Array(batch.map(\.steps).joined(separator: [.newScene])))
      var parts = try context.run(program, all, findingRaces: findsRaces).parts(batch)
      if parts.count < batch.count, parts.last.map({ $0.outcome == .finished }) ?? true {
        parts.append(try run(program, batch[parts.count], findingRaces: findsRaces))
      }
      for (script, part) in zip(batch, parts) { results[script] = part }
      guard let last = parts.last, let group = rest.prefix(parts.count).last?.group else { break }
      rest = rest.dropFirst(parts.count)
      if last.outcome != .finished { rest = rest.drop { $0.group == group } }
      timeoutCount += last.hasExceededItsTime ? 1 : 0
    }
    return results
  }

  /// The first scripts, as many as one process can play.
  private func batch(of scripts: [Script]) -> [Script] {
    var steps = 0
    let batch = scripts.prefix { script in
      steps += script.steps.count + 1
      // Few enough to fit into a program's input.
      return steps <= 250
    }
    return Array(batch.isEmpty || !sharesProcesses ? scripts.prefix(1) : batch)
  }
}
