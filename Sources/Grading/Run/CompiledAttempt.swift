internal import Concurrency
internal import Foundation

/// The program of an attempt, and what is known about it.
struct CompiledAttempt: Sendable {
  let program: URL
  /// The text of the attempt. Nil if reports need no line of it.
  let source: String?
  /// The seconds that its processes have taken. Nil if their total has no limit.
  let spent: Locked<Double>?
  /// The program with ThreadSanitizer, if a check looks for races.
  let raceBuild: RaceBuild?
  /// Known runs, without ThreadSanitizer and with it. A script without one is run.
  let runs: [Script: RunResult]
  let raceRuns: [Script: RunResult]

  init(
    _ program: URL, source: String? = nil, spent: Locked<Double>? = nil,
    raceBuild: RaceBuild? = nil, runs: [Script: RunResult] = [:],
    raceRuns: [Script: RunResult] = [:]
  ) {
    (self.program, self.source, self.spent) = (program, source, spent)
    (self.raceBuild, self.runs, self.raceRuns) = (raceBuild, runs, raceRuns)
  }

  /// The attempt with another program, which has no known runs and no race build.
  func built(at program: URL) -> CompiledAttempt {
    CompiledAttempt(program, source: source, spent: spent)
  }
}
