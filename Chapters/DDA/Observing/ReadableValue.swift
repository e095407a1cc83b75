internal import Concurrency

/// A value that can be read and observed, and not set.
///
/// A handler receives the changes one at a time, in their order, while no lock is held. It may read,
/// set, observe and bind this or any other value, and may end bindings. A change that a handler makes
/// is delivered after the handler has returned.
///
/// **Thread.** A change is delivered on a thread that is setting the value at that moment: on the
/// thread that made the change or, if an earlier change is still being delivered, on the thread that
/// delivers it. Changes that are made while a handler is being bound are delivered to that handler on
/// the binding thread. A handler that needs a particular thread, such as the main thread, has to
/// dispatch to it.
public protocol ReadableValue<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// The current value.
  var value: Value { get }

  /// Calls the handler with each change from now on.
  ///
  /// - Returns: what retains the handler. When it is ended or released, the handler is not called again.
  func observe(_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Binding

  /// Calls the handler with the current value, before this returns, and then with each new value: none
  /// twice, and none left out.
  ///
  /// - Returns: what retains the handler. When it is ended or released, the handler is not called again.
  func bind(_ handler: @escaping @Sendable (Value) -> Void) -> Binding
}

/// A step from one value to the next, which may be equal.
public struct Change<Value: Sendable>: Sendable {
  /// The value before the change.
  public let old: Value
  /// The value after the change.
  public let new: Value

  /// Creates a description of a change; it changes nothing.
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }
}

extension Change: Equatable where Value: Equatable {}

/// Retains one handler, until it is ended or released.
public final class Binding: Sendable {
  private struct End {
    let run: @Sendable () -> Void
  }

  private let whenEnded: Locked<End?>

  /// - Parameter end: called once, when the binding is ended or released.
  public init(_ end: @escaping @Sendable () -> Void) { whenEnded = Locked(End(run: end)) }

  /// Releases the handler, which is not called again; a call that is running on another thread goes on.
  ///
  /// A second call has no effect.
  public func end() {
    let end = whenEnded.withLock { end in
      defer { end = nil }
      return end
    }
    end?.run()
  }

  deinit { end() }
}
