/// A run of a learner's program with a script: its outcome and its events.
struct RunResult: Sendable {
  enum Outcome: Sendable, Hashable {
    /// It reached the end of the script.
    case finished
    /// It exited before the end of the script, with this status.
    case exited(Int32)
    /// It crashed with this signal.
    case crashed(Int32)
    case timedOut(Timeout)
    /// It did not become ready in time.
    case notReady
    /// The shell, or another launcher, could not execute it.
    case notStarted
    case outputExceeded
    case memoryExceeded
    /// It sent an invalid frame.
    case forged
    /// The scene could not carry out a step, for this reason.
    case sceneFailed(String)
    case cancelled
  }

  enum Timeout: Sendable, Hashable {
    case cpuTime
    case stall
    case waitTime
  }

  let outcome: Outcome
  /// The events of each step that was begun.
  let events: [[String]]
  /// Its standard output, cleaned.
  let output: String
  /// Its standard error, cleaned.
  let errors: String
  /// Its last message about a fatal error, cleaned. ``errors`` may be truncated before it.
  let lastError: String?
  private let allErrors: String

  /// Statuses of launchers that cannot execute a program. 97 is the sandbox's.
  private static let failedStarts: Set<Int32> = [97, 126, 127]

  /// - Parameters:
  ///   - process: The result of the process.
  ///   - nonce: The first word of each frame.
  ///   - count: The number of steps of the script.
  init(_ process: ProcessResult, nonce: String, steps count: Int) {
    let frames = Frames(process.events, nonce: nonce, steps: count)
    events = frames.events
    allErrors = String(decoding: process.errors, as: UTF8.self)
    lastError = allErrors.split(separator: "\n").last { $0.contains("atal error") }
      .map { String($0.trimmingPrefix("Exercise/")).cleaned(upTo: 400, lines: 1) }
    output = String(cleaning: process.output)
    // Without the stack trace of the runtime, which does not help a learner.
    let text = String(cleaning: process.errors)
    errors =
      text.firstRange(of: "Current stack trace:").map { String(text[..<$0.lowerBound]) } ?? text
    outcome = Self.outcome(process.reason, frames)
  }

  private static func outcome(_ reason: TerminationReason, _ frames: Frames) -> Outcome {
    switch reason {
    case .cancelled: .cancelled
    case .outputExceeded: .outputExceeded
    case .memoryExceeded: .memoryExceeded
    case .notReady: .notReady
    case _ where frames.isForged: .forged
    case .cpuTimeExceeded: .timedOut(.cpuTime)
    case .stalled: .timedOut(.stall)
    case .waitTimeExceeded: .timedOut(.waitTime)
    case .signaled(let number): .crashed(number)
    case .exited(let status) where failedStarts.contains(status) && !frames.isReady: .notStarted
    case .exited(let status):
      if let failure = frames.failure {
        .sceneFailed(failure)
      } else {
        frames.hasEnd && status == 0 ? .finished : .exited(status)
      }
    }
  }

  /// Whether it crashed with a message. Searches all of standard error, also where ``errors`` is truncated.
  func crashed(with message: String) -> Bool {
    guard case .crashed = outcome else { return false }
    return allErrors.contains(message)
  }
}
