internal import Concurrency
internal import Dispatch
internal import Foundation

/// Something that a test waited for did not happen.
public struct NeverHappened: Error, CustomStringConvertible {
  /// Names what was waited for.
  public let description: String
}

/// Runs a closure that blocks on a thread of its own and waits for it, so that a test that hangs fails and names
/// what it waited for.
///
/// - Parameters:
///   - event: what the closure waits for, such as "the second commit".
///   - body: blocks until the event, and returns what came of it.
/// - Returns: what the closure returns.
/// - Throws: ``NeverHappened`` after minutes, which only a test that fails takes; the thread is left behind.
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

/// Runs the closure on several threads, which start together, and waits for all of them.
///
/// - Returns: whether all returned; a test in which one is stuck has to fail.
public func allFinish(threads count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
  let (start, group) = (Gate(), DispatchGroup())
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      start.wait()
      body(index)
      group.leave()
    }
    // As much as the main thread has: some tests recurse a thousand levels deep.
    thread.stackSize = 8 << 20
    thread.start()
  }
  start.open()
  return group.wait(timeout: .now() + timeLimit) == .success
}

/// Runs the closure on a thread of its own and waits for it.
///
/// - Returns: whether it returned; a test in which it is stuck has to fail.
public func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
  allFinish(threads: 1) { _ in body() }
}

/// More than anything takes on a slow machine that does much else; only a test that fails waits for so long.
private let timeLimit = DispatchTimeInterval.seconds(300)
