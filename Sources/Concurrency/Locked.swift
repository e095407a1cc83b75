public import Foundation

/// A value and the lock that guards it.
///
/// A class that is shared between threads keeps its state in a `Locked`, which is what makes the
/// class `Sendable`. The lock is `NSLock` instead of `Mutex` because ThreadSanitizer on Linux does
/// not see `Mutex` and reports races where there are none.
///
/// Do not call out or wait in the closure: return what has to be called or released, and call or
/// release it afterwards. The lock is not recursive: a nested `withLock` deadlocks.
///
/// Wrap a stored closure in a struct. A closure that is itself the value gains another
/// reabstraction thunk on every access, and calls to it get slower each time.
public final class Locked<Value>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `value` is accessed only while `lock` is locked.
  // The run-time exclusivity check is off because the lock rules out overlapping accesses.
  @usableFromInline let lock = NSLock()
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// Unless the value is `Sendable`, the caller keeps no reference to it.
  @inlinable
  public init(_ value: sending Value) { self.value = value }

  /// Calls the closure with exclusive access to the value.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
