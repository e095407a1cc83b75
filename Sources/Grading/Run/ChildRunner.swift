internal import Concurrency
internal import Foundation
internal import Terminal

/// Runs programs, each in a session of its own.
///
/// It reads the output while a program runs, so that a full socket does not block the program. It ends the program and its
/// descendants when the program exceeds a limit or the runner is cancelled.
final class ChildRunner: Sendable {
  private let cancelled = Locked(false)
  private let running = DispatchGroup()

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { cancelled.withLock { $0 } }

  /// Ends all programs, and returns when they have ended. A program that is started later is ended at once.
  ///
  /// The thread that waits for a program ends it: on another thread its id might belong to a new process already.
  func cancel() {
    cancelled.withLock { $0 = true }
    running.wait()
  }

  /// Runs a program to its end. Blocks.
  ///
  /// - Throws: ``GradingError`` if it cannot be started.
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

/// A program to start, with its arguments, environment and input.
struct Command: Sendable {
  /// An absolute path.
  var program: String
  var arguments: [String] = []
  /// The whole environment: nothing is inherited.
  var environment: [String: String] = [:]
  /// Standard input, at most 64 KB.
  var input = ""
  /// A variable in the environment of its descendants, as `NAME=value`, where those may outlive it.
  var mark: String?
}

/// Why a process ended.
enum TerminationReason: Sendable, Hashable {
  /// It exited with this status.
  case exited(Int32)
  /// It was terminated by this signal, which the grader did not send.
  case signaled(Int32)
  /// The grader ended it: it did not become ready in time.
  case notReady
  /// The grader or the system ended it: too much processor time.
  case cpuTimeExceeded
  /// The grader ended it: all its threads waited without an interruption.
  case stalled
  /// The grader ended it: its threads waited again and again, too long in all.
  case waitTimeExceeded
  case outputExceeded
  case memoryExceeded
  case cancelled
}

/// The result of a process that has ended.
struct ProcessResult: Sendable {
  var reason: TerminationReason
  /// Standard output.
  var output: [UInt8] = []
  /// Standard error.
  var errors: [UInt8] = []
  /// The bytes that it wrote to descriptor 3.
  var events: [UInt8] = []
}
