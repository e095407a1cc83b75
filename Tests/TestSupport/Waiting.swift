internal import Concurrency
internal import Foundation

/// An event for which a test waited did not occur.
public struct NeverHappened: Error, CustomStringConvertible {
  /// The name of the event.
  public let description: String
}

/// Runs a blocking closure on a separate thread and waits for it, so that a test that would hang
/// fails with the name of the event.
///
/// - Throws: ``NeverHappened`` after five minutes. The thread is left behind.
public func waiting<Result: Sendable>(
  for event: String, _ body: @escaping @Sendable () -> Result
) throws(NeverHappened) -> Result {
  let (result, isDone) = (OneShot<Result>(), DispatchSemaphore(value: 0))
  Thread.detachNewThread {
    result.fulfill(body())
    isDone.signal()
  }
  guard isDone.wait(timeout: .now() + timeLimit) == .success else {
    throw NeverHappened(description: "\(event) never came")
  }
  return result.wait()
}

/// Runs the closure on several threads, which start at the same time, and waits for all of them.
///
/// - Returns: `false` if a thread is stuck, which a test must treat as a failure.
public func allFinish(threads count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
  let (start, group) = (Gate(), DispatchGroup())
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      start.wait()
      body(index)
      group.leave()
    }
    // The stack size of the main thread, because some tests recurse a thousand levels deep.
    thread.stackSize = 8 << 20
    thread.start()
  }
  start.open()
  return group.wait(timeout: .now() + timeLimit) == .success
}

/// Runs the closure on a separate thread and waits for it.
///
/// - Returns: `false` if the closure is stuck, which a test must treat as a failure.
public func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
  allFinish(threads: 1) { _ in body() }
}

/// Longer than any passing test takes, even on a slow and busy machine.
private let timeLimit = DispatchTimeInterval.seconds(300)
