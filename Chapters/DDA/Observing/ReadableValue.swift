internal import Concurrency

/// A value that can be read and observed, but not set.
///
/// A handler receives changes one at a time and in order, while no lock is held. It may read, set,
/// observe and bind this or any other value, and may end bindings. A change that a handler makes is
/// delivered after the handler returns.
///
/// **Thread.** A change is delivered on the thread that made it or, if an earlier change is still
/// being delivered, on the thread that delivers that one. Changes made while a handler is being
/// bound are delivered to it on the binding thread. A handler that needs a particular thread, such
/// as the main thread, must dispatch to it.
public protocol ReadableValue<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The current value.
  var value: Value { get }

  /// Calls the handler with each later change, until the binding, which retains it, is ended or
  /// released.
  func observe(_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Binding

  /// Calls the handler with the current value, before this function returns, and then with each new
  /// value, until the binding is ended or released. No value is repeated or skipped.
  func bind(_ handler: @escaping @Sendable (Value) -> Void) -> Binding
}

/// A step from one value to the next, which may be equal.
public struct Change<Value: Sendable>: Sendable {
  /// The value before the change.
  public let old: Value
  /// The value after the change.
  public let new: Value
}

extension Change: Equatable where Value: Equatable {}

/// Keeps a handler registered until the binding is ended or released.
public final class Binding: Sendable {
  private let whenEnded: Locked<(@Sendable () -> Void)?>

  /// - Parameter end: The closure to call once, when the binding is ended or released.
  public init(_ end: @escaping @Sendable () -> Void) { whenEnded = Locked(end) }

  /// Releases the handler, which is not called again. A call in progress on another thread
  /// continues. A second call has no effect.
  public func end() { whenEnded.withLock { $0.take() }?() }

  deinit { end() }
}
