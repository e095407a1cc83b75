internal import Concurrency
internal import Foundation

/// The handler calls that a thread defers while it holds a chain's lock, in order.
///
/// The outermost ``perform(_:)`` on a thread makes the calls after its body. This ensures that no
/// handler runs under a lock, where it could wait for another chain.
final class DeferredCalls: Sendable {
  @TaskLocal private static var inherited: DeferredCalls?

  private let thread = ObjectIdentifier(Thread.current)
  /// Nil once the calls have been made.
  private let calls = Locked<[@Sendable () -> Void]?>([])

  /// Runs the body, then the calls that were added meanwhile on this thread.
  static func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    if let inherited, inherited.isOpen { return try body() }
    let deferred = DeferredCalls()
    defer { deferred.finish() }
    return try $inherited.withValue(deferred, operation: body)
  }

  /// Makes the call at the end of the outermost ``perform(_:)``, or immediately if there is none.
  static func add(_ call: @escaping @Sendable () -> Void) {
    guard let inherited, inherited.isOpen else { return call() }
    inherited.calls.withLock { $0?.append(call) }
  }

  /// False in a task that a provider started: the task inherits the value but runs on another
  /// thread or later.
  private var isOpen: Bool {
    thread == ObjectIdentifier(Thread.current) && calls.withLock { $0 != nil }
  }

  private func finish() {
    let waiting = calls.withLock { calls in
      defer { calls = nil }
      return calls ?? []
    }
    for call in waiting { call() }
  }
}
