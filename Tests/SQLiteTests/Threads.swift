import Foundation

/// A thread that runs one closure, and whose end can be waited for.
final class RunningThread: @unchecked Sendable {
  // Unchecked because `failure` is written before `hasEnded` is signalled and read after.
  private let hasEnded = DispatchSemaphore(value: 0)
  private var failure: (any Error)?

  init(_ body: @escaping @Sendable () throws -> Void) {
    let thread = Thread { [self] in
      do { try body() } catch { failure = error }
      hasEnded.signal()
    }
    thread.start()
  }

  /// Waits for the end, and throws what the closure threw; to be called once.
  func join() throws {
    hasEnded.wait()
    if let failure { throw failure }
  }
}

extension Thread {
  static func started(_ body: @escaping @Sendable () throws -> Void) -> RunningThread {
    RunningThread(body)
  }
}

/// How many are in at a time.
final class Counter: @unchecked Sendable {
  // Unchecked because everything is reached under `lock` only.
  private let lock = NSLock()
  private var present = 0
  private var record = 0
  private var entries = 0

  var highest: Int { lock.withLock { record } }
  var total: Int { lock.withLock { entries } }

  func enter() {
    lock.withLock {
      present += 1
      entries += 1
      record = max(record, present)
    }
  }

  func leave() { lock.withLock { present -= 1 } }
}
