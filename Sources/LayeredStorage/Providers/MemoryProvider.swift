public import Concurrency

/// A value in memory: quick to read, gone with the process, and not there until it is set.
public final class MemoryProvider<Value: Sendable>: SynchronizedDataProviding {
  /// Nothing has been set yet.
  public struct NoValue: Error, CustomStringConvertible {
    @usableFromInline init() {}

    public var description: String {
      "Nothing has been stored in memory yet: set a value, or put a chain over a provider that has one."
    }
  }

  public let valueBeModifiedHandlers = ChangeHandlers()
  @usableFromInline let stored: Locked<Value?>

  /// Starts without a value.
  public init() { stored = Locked(nil) }

  /// Starts with a value.
  public init(_ value: Value) { stored = Locked(value) }

  public var hasValue: Bool { stored.withLock { $0 != nil } }

  /// The value that was set last.
  ///
  /// - Throws: ``NoValue``
  @inlinable
  public func getValue() throws -> Value {
    guard let value = stored.withLock({ $0 }) else { throw NoValue() }
    return value
  }

  /// Replaces the value; what the old one held goes after the lock was let go.
  public func setValue(_ value: Value) {
    let old = stored.withLock { stored in
      let old = stored
      stored = value
      return old
    }
    _ = old
    valueBeModifiedHandlers.tell()
  }
}
