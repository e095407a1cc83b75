/// Why a program ended.
enum TerminationReason: Sendable, Hashable {
  /// It exited with this status.
  case exited(Int32)
  /// It was terminated by this signal, which the grader did not send.
  case signaled(Int32)
  /// The grader ended it: it did not become ready in time.
  case notReady
  /// The grader ended it, or the system did: too much processor time.
  case cpuTimeExceeded
  /// The grader ended it: all its threads waited without an interruption.
  case stalled
  /// The grader ended it: its threads waited again and again, too long in all.
  case waitTimeExceeded
  case outputExceeded
  case memoryExceeded
  case cancelled
}

/// What a program left when it had ended.
struct ProcessResult: Sendable {
  var reason: TerminationReason
  /// Standard output.
  var output: [UInt8] = []
  /// Standard error.
  var errors: [UInt8] = []
  /// What it wrote to descriptor 3.
  var events: [UInt8] = []
}
