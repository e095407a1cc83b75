internal import Concurrency
internal import Foundation

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
    let process = try command.spawn(
      .init(input: input.reading, output: outputEnd, errors: errorEnd, events: eventEnd))
    output.closeWriting()
    errors.closeWriting()
    events.closeWriting()
    input.send(command.input)
    var monitor = ProcessMonitor(
      tree: ProcessTree(process, mark: command.mark), limits: limits, output: output.reading,
      errors: errors.reading, events: events.reading)
    return monitor.waitForEnd { isCancelled }
  }
}
