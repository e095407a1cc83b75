internal import Concurrency
internal import Foundation
internal import Terminal

/// Runs programs, each in a session of its own, and leaves none behind.
///
/// It reads from a program while that runs, so that none stops at a full socket, and ends it with all that it has
/// started when it exceeds a limit or when the runner is cancelled.
final class ChildRunner: Sendable {
  private let cancelled = Locked(false)
  private let running = DispatchGroup()

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Ends all programs, and returns when they have ended; a program that is started later is ended at once.
  ///
  /// Each is ended by the thread that waits for it: from another one its id might belong to a new process already.
  func cancel() {
    cancelled.withLock { $0 = true }
    running.wait()
  }

  /// Runs a program to its end; blocks.
  ///
  /// - Throws: ``GradingError`` when it cannot be started.
  func run(_ command: Command, limits: Limits) throws(GradingError) -> ProcessResult {
    running.enter()
    defer { running.leave() }
    var input = try OneWaySocket()
    var output = try OneWaySocket()
    var errors = try OneWaySocket()
    var events = try OneWaySocket()
    guard let outputEnd = output.writing, let errorEnd = errors.writing,
      let eventEnd = events.writing
    else { throw GradingError("A socket was closed too early.") }
    let process = try start(command, [input.reading, outputEnd, errorEnd, eventEnd])
    output.closeWriting()
    errors.closeWriting()
    events.closeWriting()
    input.send(command.input)
    var monitor = ProcessMonitor(
      tree: ProcessTree(process.id, mark: command.mark), limits: limits, output: output.reading,
      errors: errors.reading, events: events.reading)
    return monitor.waitForEnd { isCancelled }
  }

  private func start(
    _ command: Command, _ descriptors: [Int32]
  ) throws(GradingError) -> SpawnedProcess {
    do {
      return try SpawnedProcess(
        command.program, command.arguments, environment: command.environment,
        descriptors: descriptors, isSessionLeader: true)
    } catch { throw GradingError("“\(command.program)” could not be started", error.code.rawValue) }
  }
}

/// A program to start, with all that it gets from its starter.
struct Command: Sendable {
  /// Absolute.
  var program: String
  var arguments: [String] = []
  /// All of it; nothing is inherited.
  var environment: [String: String] = [:]
  /// What it reads on standard input, at most 64 KB.
  var input = ""
  /// A variable in the environment of every program that it starts, as `NAME=value`, where those may outlive it.
  var mark: String?
}

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
