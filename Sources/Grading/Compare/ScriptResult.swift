internal import Foundation

struct ScriptResult: Sendable {
  var verdict: Verdict
  var explanation = ""
  var difference: Difference?
  var output = ""
}

extension ScriptResult {
  /// The result of a learner's run, with its first difference from the expected events.
  init(_ run: RunResult, script: Script, difference: Difference?, limits: Limits) {
    (verdict, explanation) = Self.verdict(
      run, script: script, difference: difference, limits: limits)
    self.difference = verdict == .pass ? nil : difference
    // The message of a required crash is not shown as output.
    let required = script.crash.flatMap { run.crashed(with: $0) ? $0 : nil }
    let errors = run.errors.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in required.map { !line.hasSuffix("atal error: \($0)") } ?? true }
      .joined(separator: "\n")
    output = [run.output, errors].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The result of a script that passed and was not checked for data races, for this reason.
  init(unsearched reason: String) {
    self.init(verdict: .pass, explanation: "The check for data races was skipped: \(reason).")
  }

  /// The result of a run with ThreadSanitizer, of a script that the program has passed before.
  init(race run: RunResult, script: Script, difference: Difference?, limits: Limits) {
    if let race = run.race {
      let place = Self.place(run, script, showsSteps: true)
      self.init(verdict: .fail, explanation: "\(place) the program stopped. \(race.sentence)")
      return
    }
    self.init(run, script: script, difference: difference, limits: limits)
    if verdict != .pass { explanation = Self.again(explanation) }
  }

  static func again(_ explanation: String) -> String {
    "The program passed the script, which was run again to find data races. \(explanation)"
  }

  private static func verdict(
    _ run: RunResult, script: Script, difference: Difference?, limits: Limits
  ) -> (Verdict, String) {
    let place = place(run, script, showsSteps: difference == nil)
    let ended = { (verdict: Verdict, clause: String) in (verdict, "\(place) the program \(clause)")
    }
    // Only the last step has to end the program.
    let crash = run.events.count == script.steps.count ? script.crash : nil
    switch run.outcome {
    case .finished:
      if let crash = script.crash {
        let place = Self.place(run, script, showsSteps: true)
        return (.fail, "\(place) the program continued. \(Self.required(crash))")
      }
      return difference.map { (.fail, $0.sentence) } ?? (.pass, "")
    case .ended(.signaled(let signal)):
      let ending = "\(place) the program crashed: \(message(run, signal))"
      guard let crash else { return (.crash, ending) }
      guard run.crashed(with: crash) else {
        return (.crash, "\(ending)\n\(Self.required(crash))")
      }
      return difference.map { (.fail, $0.sentence) } ?? (.pass, "")
    case .notStarted(let reason):
      return (.graderError, "The program could not be started: \(reason).")
    case .ended(.exited(let status)):
      let ending =
        "\(place) the program ended with status \(status), before the script did. "
        + "Does something call `exit`?"
      return (.stopped, crash.map { "\(ending)\n\(Self.required($0))" } ?? ending)
    case .forged:
      return (.stopped, "The program wrote to the grader's own socket.")
    case .ended(.cpuTimeExceeded):
      let limit = limits.cpuSeconds.formatted()
      return ended(.timeout, "did not finish: timed out after \(limit) s of processor time.")
    case .ended(.stalled):
      let limit = limits.stallSeconds.formatted()
      return ended(.timeout, "waited and nothing happened: timed out after \(limit) s.")
    case .ended(.waitTimeExceeded):
      let limit = limits.waitSeconds.formatted()
      return ended(.timeout, "waited again and again: timed out after \(limit) s.")
    case .ended(.outputExceeded):
      return ended(.limit, "had written more than \(limits.outputBytes / 1024) KB.")
    case .ended(.memoryExceeded):
      return ended(.limit, "used more than \(limits.residentBytes / 1_048_576) MB of memory.")
    case .ended(.notReady):
      return (
        .graderError,
        "The program did not start within \((limits.startSeconds ?? 0).formatted()) s. Try again."
      )
    case .sceneFailed(let reason):
      // The reference solution has played the script before, so it is valid.
      return (
        .stopped,
        "\(place) the script could not continue: \(reason). Does something fill or delete its folder?"
      )
    case .ended(.cancelled): return (.graderError, GradingError.cancelled.description)
    }
  }

  private static func required(_ crash: String) -> String {
    "This step has to end it with exactly “Fatal error: \(crash)”."
  }

  /// The number of earlier steps that are named.
  private static let named = 12

  /// `At step 3 of 7, “next 4” after “keep 2”, “subscribe ann”,`, or without the earlier steps.
  private static func place(_ run: RunResult, _ script: Script, showsSteps: Bool) -> String {
    let step = run.events.count
    guard step > 0, step <= script.steps.count else { return "Before the first step," }
    let before = showsSteps ? script.steps[..<(step - 1)].suffix(named).map { "“\($0)”" } : []
    let after = before.isEmpty ? "" : " after " + before.joined(separator: ", ")
    return "At step \(step) of \(script.steps.count), “\(script.steps[step - 1])”\(after),"
  }

  /// The program's last message about a fatal error, otherwise the signal's name.
  private static func message(_ run: RunResult, _ signal: Int32) -> String {
    if let said = run.lastError { return said }
    if run.hasOverlappingAccesses {
      return
        "a variable was used while it was being modified (“Simultaneous accesses”), for instance "
        + "by a closure that a mutating method of that variable had called."
    }
    return signal == SIGSEGV || signal == SIGBUS
      ? "it accessed memory that it does not own, for instance by endless recursion or a data race, or it called `abort`."
      : "\(String(cString: strsignal(signal)))."
  }
}
