import Concurrency
import Foundation
import ThreadConfinement

/// Runs a closure on a new thread and waits for it.
func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
  let thread = ConfinedThread(name: "elsewhere")
  defer { thread.finish() }
  guard let result = try thread.sync(body) else { throw Watcher.Gone() }
  return result
}

/// The reason of the failure that the closure throws, or nil if it does not throw.
func failure(of body: () throws -> Void) -> String? {
  do { try body() } catch let failure as ConfinedStore.Failure { return failure.reason } catch {
    return "another error: \(error)"
  }
  return nil
}

/// Runs a closure on a thread without a loop.
func onPlainThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws
  -> Result
{
  let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    let result = Swift.Result { try body() }
    outcome.withLock { $0 = result }
    done.signal()
  }
  done.wait()
  guard let result = outcome.withLock({ $0 }) else { throw Watcher.Gone() }
  return try result.get()
}
