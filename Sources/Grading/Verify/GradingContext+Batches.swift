internal import Exercising
internal import Foundation
internal import Processes

extension GradingContext {
  /// Runs scripts of the workbook's own program, several in one process. Returns the results and
  /// those that the attempt has. Blocks. If a process exceeds a limit, the current script runs
  /// again in a process of its own, because earlier scripts used part of it. A stall counts at
  /// once, and so does a limit of time in the first script of a process.
  ///
  /// Each group has the scripts of a check for one seed. After one that does not finish, the check
  /// has failed, so the rest of its group is left out. After timeouts the limits of time are lower,
  /// because the other groups usually work in vain too.
  func runs(
    of groups: [[Script]], with attempt: CompiledAttempt, sharingProcesses: Bool
  ) throws(GradingError) -> [Script: RunResult] {
    try results(
      of: groups, with: attempt, sharingProcesses: sharingProcesses, known: attempt.runs)
  }

  /// Runs completed scripts again, with ThreadSanitizer. Returns the results and those that the
  /// attempt has. Blocks. Runs nothing if the program could not be built.
  func raceRuns(
    of groups: [[Script]], with attempt: CompiledAttempt, _ build: RaceBuild,
    sharingProcesses: Bool
  ) throws(GradingError) -> [Script: RunResult] {
    guard let program = try? build.program() else { return attempt.raceRuns }
    let finished = groups.map { $0.filter { attempt.runs[$0]?.outcome == .finished } }
    return try results(
      of: finished, with: attempt.built(at: program), findingRaces: true,
      sharingProcesses: sharingProcesses, known: attempt.raceRuns)
  }

  private func results(
    of groups: [[Script]], with attempt: CompiledAttempt, findingRaces findsRaces: Bool = false,
    sharingProcesses: Bool, known: [Script: RunResult]
  ) throws(GradingError) -> [Script: RunResult] {
    var results = known
    var seen = Set(known.keys)
    var rest = groups.enumerated().flatMap { group, scripts in
      scripts.filter { seen.insert($0).inserted }.map { (script: $0, group: group) }
    }[...]
    var timeoutCount = 0
    while !rest.isEmpty {
      let scripts = rest.map(\.script)
      let batch = sharingProcesses ? batch(of: scripts) : Array(scripts.prefix(1))
      var limits = limits
      limits.outputBytes *= batch.count
      if timeoutCount > 0 { limits.stallSeconds = 0.5 }
      if timeoutCount > 2 { limits.cpuSeconds /= 10 }
      let all = Script(steps: Array(batch.map(\.steps).joined(separator: [.newScene])))
      var parts = try run(
        attempt, all, findingRaces: findsRaces, limits: limits, isTrusted: true
      ).parts(batch)
      if parts.count < batch.count, parts.last.map({ $0.outcome == .finished }) ?? true {
        parts.append(try run(attempt, batch[parts.count], findingRaces: findsRaces))
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
    return Array(batch.isEmpty ? scripts.prefix(1) : batch)
  }
}
