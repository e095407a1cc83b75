import Foundation

/// Runs the closure on a thread of its own.
///
/// - Returns: whether it came back; false means that it is stuck, and the test has to fail.
func finishes(_ body: @escaping @Sendable () -> Void) -> Bool {
  allFinish(threads: 1) { _ in body() }
}

/// Runs the closure on several threads, which start together.
///
/// - Returns: whether all came back.
func allFinish(threads count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      start.wait()
      body(index)
      group.leave()
    }
    thread.stackSize = 8 << 20
    thread.start()
  }
  for _ in 0..<count { start.signal() }
  return group.wait(timeout: .now() + patience) == .success
}

extension DispatchSemaphore {
  /// Waits for a signal that has to come.
  ///
  /// - Returns: whether it came.
  func waitPatiently() -> Bool { wait(timeout: .now() + patience) == .success }
}

/// More than any of this takes on the slowest machine; only a test that fails waits for so long.
private let patience = DispatchTimeInterval.seconds(30)
