import Concurrency
import Foundation
import Observing

/// What several handlers heard, a line each, in the order in which they heard it.
final class History: Sendable {
  private let told = Locked<[String]>([])

  var lines: [String] { told.withLock { $0 } }

  func add(_ line: String) { told.withLock { $0.append(line) } }

  /// A handler that notes each change under its name.
  func hear(_ name: String) -> @Sendable (Change<String>) -> Void {
    { [self] change in add("\(name) \(change.old) -> \(change.new)") }
  }
}

/// A binding that its own handler can end.
final class LateBinding: Sendable {
  private let binding = Locked<Binding?>(nil)

  func keep(_ binding: Binding) { self.binding.withLock { $0 = binding } }

  func end() { binding.withLock { $0 }?.end() }
}

/// Tells when it goes.
final class Mortal: Sendable {
  private let isGoing: @Sendable () -> Void

  init(isGoing: @escaping @Sendable () -> Void) { self.isGoing = isGoing }

  deinit { isGoing() }
}

/// Runs the closure on several threads, which start together, and waits for all of them.
///
/// - Returns: whether all came back; a test in which one is stuck has to fail.
func allFinish(threads count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
  let start = DispatchSemaphore(value: 0)
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    Thread {
      start.wait()
      body(index)
      group.leave()
    }.start()
  }
  for _ in 0..<count { start.signal() }
  return group.wait(timeout: .now() + 30) == .success
}
