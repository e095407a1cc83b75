internal import Concurrency
internal import Foundation

/// Runs programs, each in a session of its own, and leaves none behind.
///
/// A program is read from while it runs, so that it is never stopped by a full pipe, and is ended whole when it is too
/// late, prints or holds too much, or when somebody cancels.
final class ChildRunner: Sendable {
  private struct Children {
    var running: Set<pid_t> = []
    var isCancelled = false
  }

  private let children = Locked(Children())
  private let watches = DispatchGroup()

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { children.withLock { $0.isCancelled } }

  /// Ends all programs, and returns when they have ended; those that are started later are ended at once.
  func cancel() {
    let running = children.withLock { children in
      children.isCancelled = true
      return children.running
    }
    for process in running { ProcessTree(process).end() }
    watches.wait()
  }

  /// Runs it to its end; blocks.
  ///
  /// - Throws: ``Trouble`` when it cannot be started.
  func run(_ command: Command, limits: Limits) throws(Trouble) -> Ending {
    watches.enter()
    defer { watches.leave() }
    var input = try OneWayPipe()
    var output = try OneWayPipe()
    var errors = try OneWayPipe()
    var events = try OneWayPipe(isPrivate: true)
    guard let outputEnd = output.writing, let errorEnd = errors.writing,
      let eventEnd = events.writing
    else { throw Trouble("A pipe was closed too early.") }
    let process = try command.spawn(
      .init(input: input.reading, output: outputEnd, errors: errorEnd, events: eventEnd))
    let tree = ProcessTree(process, mark: command.mark)
    let isCancelled = children.withLock { children in
      children.running.insert(process)
      return children.isCancelled
    }
    if isCancelled { tree.end() }
    output.closeWriting()
    errors.closeWriting()
    events.closeWriting()
    input.send(command.input)
    var watch = Watch(
      tree: tree, limits: limits, output: output.reading, errors: errors.reading,
      events: events.reading)
    let ending = watch.untilEnd { [children] in children.withLock { $0.isCancelled } }
    children.withLock { _ = $0.running.remove(process) }
    return ending
  }
}
