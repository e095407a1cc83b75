public import Concurrency
public import Dispatch

/// Where a completion or an event handler runs.
public struct CompletionPlace: Sendable {
  /// Runs a completion there.
  public let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter run: calls each completion that it receives once, now or later, on any thread.
  public init(_ run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// The thread that did the work, `dal.write` or `dal.read`: at once, before its next operation.
  public static let workingThread = CompletionPlace { $0() }

  /// The main queue, which is the main thread in a program that runs its main run loop.
  public static let main = queue(.main)

  /// A queue; a serial one keeps the order.
  public static func queue(_ queue: DispatchQueue) -> CompletionPlace {
    CompletionPlace { queue.async(execute: $0) }
  }

  /// A thread, which keeps the order. After it was finished, completions are dropped.
  public static func thread(_ thread: ThreadPool) -> CompletionPlace {
    CompletionPlace { thread.async($0) }
  }
}
