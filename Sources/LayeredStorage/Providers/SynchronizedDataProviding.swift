public import Concurrency
public import Foundation

/// A synchronous source of one value: memory, a file or a database.
///
/// Reads and writes may fail and can be made from any thread. A chain conforms too.
public protocol SynchronizedDataProviding<Value>: AnyObject, Sendable {
  /// The type of the stored value; an Optional, such as `Student?`, if it may be absent.
  associatedtype Value: Sendable

  /// The handlers to call after the value has changed.
  ///
  /// A provider calls `notify()` once after each change, even its own writes, never under a lock.
  var valueBeModifiedHandlers: ChangeHandlers { get }

  /// Whether there is a value to read. The default implementation returns `true`.
  ///
  /// A chain fills a main provider that has no value, and uses the value of one that has.
  var hasValue: Bool { get throws }

  func getValue() throws -> Value

  /// Stores a value atomically.
  func setValue(_ value: Value) throws
}

extension SynchronizedDataProviding {
  public var hasValue: Bool { true }
}

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

  public init() { stored = Locked(nil) }

  public init(_ value: Value) { stored = Locked(value) }

  public var hasValue: Bool { stored.withLock { $0 != nil } }

  /// The last value set.
  @inlinable
  public func getValue() throws(NoValue) -> Value {
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
