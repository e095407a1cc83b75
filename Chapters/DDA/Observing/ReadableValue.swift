/// A value that can be read and listened to, and not set.
///
/// Handlers are called on the thread that changed the value, while no lock is held. They may bind, end
/// bindings and set this or another value. Usable from any thread.
public protocol ReadableValue<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// What it is at present.
  var value: Value { get }

  /// Tells each change from now on.
  ///
  /// - Parameter handler: hears the changes one at a time, in their order.
  /// - Returns: what keeps the handler; when it goes, or ends, the handler is called no more.
  func observe(_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Binding

  /// Tells the present value at once, before this returns, and then each new one.
  ///
  /// - Parameter handler: hears the values one at a time, none twice and none left out.
  /// - Returns: what keeps the handler; when it goes, or ends, the handler is called no more.
  func bind(_ handler: @escaping @Sendable (Value) -> Void) -> Binding
}

/// A step from one value to the next, which may be equal.
public struct Change<Value: Sendable>: Sendable {
  /// What it was.
  public let old: Value
  /// What it is.
  public let new: Value

  /// Nothing is changed by describing a change.
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }
}

extension Change: Equatable where Value: Equatable {}
