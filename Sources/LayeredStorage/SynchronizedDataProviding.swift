/// A source of one value that answers at once: memory, a file, a database.
///
/// Reading and writing may fail and may be done from any thread. Sources that one waits for, such as a
/// network, are not meant. A chain is a source too, so chains can be chained.
public protocol SynchronizedDataProviding<Value>: AnyObject, Sendable {
  /// What is stored; `Student?` where there may be nothing to store.
  associatedtype Value: Sendable

  /// Who wants to know that the value may be another one now.
  ///
  /// A provider calls `tell()` after each change, its own writes included, and never while it holds
  /// a lock. The event carries no value, so nothing has to be read before somebody asks for it.
  var valueBeModifiedHandlers: ChangeHandlers { get }

  /// Whether there is anything to read; `true` unless a provider says otherwise.
  ///
  /// A chain fills a main provider that has no value yet, and believes one that has.
  var hasValue: Bool { get throws }

  /// The value as it is now.
  func getValue() throws -> Value

  /// Stores a value, wholly or not at all.
  func setValue(_ value: Value) throws
}

extension SynchronizedDataProviding {
  public var hasValue: Bool { true }
}
