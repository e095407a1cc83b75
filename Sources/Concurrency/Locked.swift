public import Foundation

/// A value and the lock that guards it.
///
/// A class that threads share keeps its state in here and is `Sendable` for that reason alone. The
/// lock is `NSLock` instead of `Mutex` because ThreadSanitizer on Linux does not see `Mutex` and
/// reports races where there are none.
///
/// Keep the closure short, and neither call out nor wait in it: decide under the lock, return what
/// has to be called or released, and do that afterwards. The lock is not recursive: a `withLock`
/// inside another one of the same object never returns.
///
/// Put a closure that is read repeatedly into a struct: a closure that is stored as the value
/// itself is wrapped once more by every access, and gets slower each time.
public final class Locked<Value>: @unchecked Sendable {
  // Unchecked because the compiler cannot see that `value` is accessed only while `lock` is locked.
  // For the same reason overlapping accesses are not checked for at run time: the lock excludes
  // them.
  @usableFromInline let lock = NSLock()
  @exclusivity(unchecked) @usableFromInline var value: Value

  /// - Parameter value: the initial value, to which the caller keeps no reference unless it is
  ///   `Sendable`.
  @inlinable
  public init(_ value: sending Value) { self.value = value }

  /// Calls the closure with exclusive access to the value.
  ///
  /// - Throws: what the closure throws, after unlocking.
  @inlinable
  public func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
