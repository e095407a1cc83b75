/// How a program that the grader started came to its end, and what it left.
struct Ending: Sendable {
  enum Cause: Sendable, Hashable {
    /// By itself, with this status.
    case exit(Int32)
    /// By a signal, its own.
    case signal(Int32)
    /// It was ended: not done in time. `wasReady` tells whether it had told anything.
    case late(wasReady: Bool)
    /// It was ended: too much output.
    case tooMuchOutput
    /// It was ended: too much memory.
    case tooMuchMemory
    /// It was ended: the grading was cancelled.
    case cancelled
  }

  var cause: Cause
  /// Standard output.
  var output: [UInt8] = []
  /// Standard error.
  var errors: [UInt8] = []
  /// What came on descriptor 3.
  var events: [UInt8] = []
  /// From when it was ready, or from its start if it never was, to its end.
  var seconds = 0.0
}
