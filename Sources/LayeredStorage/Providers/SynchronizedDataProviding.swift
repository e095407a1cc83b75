/// A source of one value that answers at once: memory, a file, a database.
///
/// Reading and writing may fail, and may be done from any thread. A source that has to be waited for, such as a
/// network, is not meant. A chain is a source too, so chains can be chained.
public protocol SynchronizedDataProviding<Value>: AnyObject, Sendable {
  /// The stored value; `Student?` where there may be nothing to store.
  associatedtype Value: Sendable

  /// The handlers to call after the value has changed.
  ///
  /// A provider calls `notify()` once after each change, its own writes included, and never while it holds a lock. The
  /// event carries no value, so nothing has to be read before a caller asks for it.
  var valueBeModifiedHandlers: ChangeHandlers { get }

  /// Whether there is a value to read; `true` unless a provider implements it.
  ///
  /// A chain fills a main provider that has no value yet, and uses the value of one that has.
  var hasValue: Bool { get throws }

  /// The current value.
  func getValue() throws -> Value

  /// Stores a value, wholly or not at all.
  func setValue(_ value: Value) throws
}

extension SynchronizedDataProviding {
  public var hasValue: Bool { true }
}
