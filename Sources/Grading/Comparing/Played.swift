/// What happened when a learner's program played a script.
struct Played: Sendable {
  enum Outcome: Sendable, Hashable {
    /// It came to the script's end.
    case finished
    /// It ended before, with this status.
    case ended(Int32)
    /// It crashed, by this signal.
    case crashed(Int32)
    case timedOut
    /// It did not become ready in time.
    case didNotStart
    case tooMuchOutput
    case tooMuchMemory
    /// It told what no scene tells.
    case forged
    /// The scene could not carry out a step, and why.
    case sceneFailed(String)
    case cancelled
  }

  let outcome: Outcome
  /// The events of each step that was begun.
  let events: [[String]]
  /// What it printed, cleaned.
  let output: String
  /// What it wrote to standard error, cleaned.
  let errors: String

  /// - Parameters:
  ///   - ending: how the program came to its end.
  ///   - nonce: what each of its frames must begin with.
  ///   - count: the number of steps of the script.
  init(_ ending: Ending, nonce: String, steps count: Int) {
    let frames = Frames(ending.events, nonce: nonce, steps: count)
    events = frames.events
    output = String(cleaning: ending.output)
    // Where it was in the runtime says nothing to a learner.
    let said = String(cleaning: ending.errors)
    errors =
      said.firstRange(of: "Current stack trace:").map { String(said[..<$0.lowerBound]) } ?? said
    outcome =
      switch ending.cause {
      case .cancelled: .cancelled
      case .tooMuchOutput: .tooMuchOutput
      case .tooMuchMemory: .tooMuchMemory
      case .late(wasReady: false): .didNotStart
      case _ where frames.isForged: .forged
      case .late(wasReady: true): .timedOut
      case .signal(let number): .crashed(number)
      case .exit(let status):
        if let failure = frames.failure {
          .sceneFailed(failure)
        } else {
          frames.hasEnd && status == 0 ? .finished : .ended(status)
        }
      }
  }
}
