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
    /// The system did not let it become what it is.
    case couldNotStart
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
  /// The last thing that it said of an error, cleaned; the whole text may be cut before it.
  let lastError: String?
  private let allErrors: String

  /// The statuses with which the shell and its like say that they could not become a program; 97 is the grader's own.
  private static let failedStarts: Set<Int32> = [97, 126, 127]

  /// - Parameters:
  ///   - ending: how the program came to its end.
  ///   - nonce: what each of its frames must begin with.
  ///   - count: the number of steps of the script.
  init(_ ending: Ending, nonce: String, steps count: Int) {
    let frames = Frames(ending.events, nonce: nonce, steps: count)
    events = frames.events
    allErrors = String(decoding: ending.errors, as: UTF8.self)
    lastError = allErrors.split(separator: "\n").last { $0.contains("atal error") }
      .map { String($0.trimmingPrefix("Exercise/")).cleaned(upTo: 400, lines: 1) }
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
      case .exit(let status) where Self.failedStarts.contains(status) && !frames.isReady:
        .couldNotStart
      case .exit(let status):
        if let failure = frames.failure {
          .sceneFailed(failure)
        } else {
          frames.hasEnd && status == 0 ? .finished : .ended(status)
        }
      }
  }

  /// Whether it crashed with a message, at any length of what it said before.
  func crashed(with message: String) -> Bool {
    guard case .crashed = outcome else { return false }
    return allErrors.contains(message)
  }
}
