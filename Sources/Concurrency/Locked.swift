public import Foundation

/// A value and the one lock that guards it.
///
/// Every class of this package that threads share keeps its state in here and is `Sendable` for
/// that reason alone. The lock is `NSLock`, and not `Mutex`, because ThreadSanitizer sees the first
/// and reports races that are none with the second.
///
/// Keep the closure short and call nobody from it: take what has to be done out of the lock, then
/// do it. The lock is not recursive, so a second `withLock` from inside the first never returns.
/// The value goes when the last reference goes. A closure that is read more than once belongs into a
/// struct first: bare, it is wrapped once more by every access, and gets slower each time.
public final class Locked<Value>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `value` is reached under `lock` only. For the same
  // reason overlapping accesses are not looked for while the program runs: the lock excludes them.
  @usableFromInline let lock = NSLock()
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// - Parameter value: the first value, which nobody else may keep if it is not `Sendable`.
  @inlinable
  public init(_ value: sending Value) { self.value = value }

  /// Runs the closure while no other thread can reach the value.
  ///
  /// - Throws: what the closure throws, after the lock was let go.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
