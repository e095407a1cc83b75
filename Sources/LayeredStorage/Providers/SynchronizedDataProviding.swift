/// A synchronous source of one value: memory, a file or a database.
///
/// Reads and writes may fail and can be made from any thread. The protocol is not for slow sources
/// such as a network. A chain conforms to it, so chains can be chained.
public protocol SynchronizedDataProviding<Value>: AnyObject, Sendable {
  /// The type of the stored value; an Optional, such as `Student?`, if it may be absent.
  associatedtype Value: Sendable

  /// The handlers to call after the value has changed.
  ///
  /// A provider calls `notify()` once after each change, including its own writes, and never while
  /// it holds a lock. The notification carries no value, so nothing is read until a caller reads
  /// the value.
  var valueBeModifiedHandlers: ChangeHandlers { get }

  /// Whether there is a value to read. The default implementation returns `true`.
  ///
  /// A chain fills a main provider that has no value, and uses the value of one that has.
  var hasValue: Bool { get throws }

  /// The current value.
  func getValue() throws -> Value

  /// Stores a value atomically.
  func setValue(_ value: Value) throws
}

extension SynchronizedDataProviding {
  public var hasValue: Bool { true }
}
