public import Concurrency
public import Foundation

/// A value in memory. It is lost when the process ends, and absent until it is set.
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

  /// Creates a provider without a value.
  public init() { stored = Locked(nil) }

  /// Creates a provider with a value.
  public init(_ value: Value) { stored = Locked(value) }

  public var hasValue: Bool { stored.withLock { $0 != nil } }

  /// The last value set.
  ///
  /// - Throws: ``NoValue``
  @inlinable
  public func getValue() throws -> Value {
    guard let value = stored.withLock({ $0 }) else { throw NoValue() }
    return value
  }

  public func setValue(_ value: Value) {
    // Released outside the lock, because a deinit may run code.
    let released = stored.withLock { stored in
      let released = stored
      stored = value
      valueBeModifiedHandlers.advance()
      return released
    }
    _ = released
    valueBeModifiedHandlers.callHandlers()
  }
}
