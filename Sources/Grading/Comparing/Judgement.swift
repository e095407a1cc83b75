internal import Foundation

/// How one script came out: the events that had to happen beside those that did.
struct Judgement: Sendable {
  let verdict: Verdict
  let explanation: String
  let difference: Difference?
  let output: String

  init(
    verdict: Verdict, explanation: String = "", difference: Difference? = nil, output: String = ""
  ) {
    self.verdict = verdict
    self.explanation = explanation
    self.difference = difference
    self.output = output
  }

  init(_ played: Played, script: Script, expected: [[String]], limits: Limits) {
    let difference = Difference(script: script, expected: expected, played: played)
    (verdict, explanation) = Self.judge(
      played, script: script, difference: difference, limits: limits)
    self.difference = verdict == .pass ? nil : difference
    output = [played.output, played.errors].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func judge(
    _ played: Played, script: Script, difference: Difference?, limits: Limits
  ) -> (Verdict, String) {
    let place = place(played, script, showsSteps: difference == nil)
    switch played.outcome {
    case .finished:
      if let crash = script.crash {
        return (.fail, "The last step had to end the program with “\(crash)”, and did not.")
      }
      return difference.map { (.fail, $0.sentence) } ?? (.pass, "")
    case .crashed(let signal):
      if let crash = script.crash, played.events.count == script.steps.count,
        played.crashed(with: crash)
      {
        return difference.map { (.fail, $0.sentence) } ?? (.pass, "")
      }
      return (.crash, "\(place) the program crashed: \(message(played, signal))")
    case .couldNotStart:
      return (.graderError, "The program could not be started: \(played.errors)")
    case .ended(let status):
      return (
        .stopped,
        "\(place) the program ended with status \(status), before the script did. "
          + "Does something call `exit`?"
      )
    case .forged:
      return (.stopped, "The program wrote to the pipe that is the grader's own.")
    case .timedOut:
      return (
        .timeout,
        "\(place) the program was not done: timed out after \(limits.seconds.formatted()) s."
      )
    case .tooMuchOutput:
      return (.limit, "\(place) the program had told more than \(limits.outputBytes / 1024) KB.")
    case .tooMuchMemory:
      return (
        .limit,
        "\(place) the program used more than \(limits.residentBytes / 1_048_576) MB of memory."
      )
    case .didNotStart:
      return (
        .graderError,
        "The program did not start within \(limits.startSeconds.formatted()) s. Try again."
      )
    case .sceneFailed(let reason):
      return (.graderError, "The script could not be played: \(reason).")
    case .cancelled: return (.graderError, Trouble.cancelled.description)
    }
  }

  /// How many of the steps before are named.
  private static let named = 12

  /// `At step 3 of 7, “next 4” after “keep 2”, “subscribe ann”,`; a difference shows the steps by itself.
  private static func place(_ played: Played, _ script: Script, showsSteps: Bool) -> String {
    let step = played.events.count
    guard step > 0, step <= script.steps.count else { return "Before the first step," }
    let before = showsSteps ? script.steps[..<(step - 1)].suffix(named).map { "“\($0)”" } : []
    let after = before.isEmpty ? "" : " after " + before.joined(separator: ", ")
    return "At step \(step) of \(script.steps.count), “\(script.steps[step - 1])”\(after),"
  }

  /// The last thing that it said of an error, else the signal's name.
  private static func message(_ played: Played, _ signal: Int32) -> String {
    if let said = played.lastError { return said }
    return signal == SIGSEGV || signal == SIGBUS
      ? "it reached memory that is not its own, by endless recursion for instance."
      : "\(String(cString: strsignal(signal)))."
  }
}
