public import Concurrency
public import Foundation

/// A value in memory: fast to read, lost at the end of the process, and missing until it is set.
public final class MemoryProvider<Value: Sendable>: SynchronizedDataProviding {
  /// No value has been set yet.
  public struct NoValue: Error, CustomStringConvertible, LocalizedError {
    @usableFromInline init() {}

    public var description: String {
      "Nothing has been stored in memory yet: set a value, or put a chain over a provider that has one."
    }

    public var errorDescription: String? { description }
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

  public func setValue(_ value: Value) {
    // Released after the lock, because a deinitializer may run any code.
    let released = stored.withLock { stored in
      let released = stored
      stored = value
      return released
    }
    _ = released
    valueBeModifiedHandlers.notify()
  }
}
