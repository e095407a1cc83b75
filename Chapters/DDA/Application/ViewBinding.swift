internal import Concurrency
internal import Dispatch
public import Observing
public import Service

/// Binds a control to one value at a time: `current new*`, until the control is released.
///
/// A control, such as a reusable cell, owns one and binds it to a succession of values. After a new
/// value is bound, changes of the former value are no longer shown. The control is not retained,
/// and the binding ends when it is released. All members can be used from any thread.
///
/// **Thread.** The control receives one value at a time, in order. With ``Thread/main`` it receives
/// values only on the main thread. A change made on the main thread is shown before the setter
/// returns, unless an earlier change is still pending. With ``Thread/changing`` it receives values
/// where a ``ReadableValue`` calls its handlers: on any thread that sets the value.
public final class ViewBinding: Sendable {
  /// Where the control receives values.
  public enum Thread: Sendable {
    /// On the main thread, as the views of an app require.
    case main
    /// On the thread that delivers the change.
    case changing
  }

  private struct State {
    /// The number of values bound so far. Changes of earlier values are not shown.
    var number = 0
    var binding: Binding?
  }

  private let state = Locked(State())
  private let updates = CallQueue()
  private let thread: Thread

  /// Creates a binding without a value.
  public init(on thread: Thread) { self.thread = thread }

  /// Ends the binding to the former value and binds a new one. Shows its current value, before the
  /// function returns if no other update is pending, and then each new value. The control is not
  /// retained; `show` may call `bind`.
  public func bind<Control: AnyObject & Sendable, Value>(
    _ control: Control, to value: some ReadableValue<Value>,
    show: @escaping @Sendable (Control, Value) -> Void
  ) {
    let (number, former) = state.withLock { state in
      state.number += 1
      return (state.number, state.binding.take())
    }
    former?.end()
    let binding = value.bind { [weak self, weak control] value in
      self?.update(number) { [weak control] in
        if let control { show(control, value) }
      }
    }
    // The handler may have called `bind` when it received the first value.
    let isCurrent = state.withLock { state in
      if state.number == number { state.binding = binding }
      return state.number == number
    }
    if !isCurrent { binding.end() }
  }

  private func update(_ number: Int, _ show: @escaping @Sendable () -> Void) {
    let mustDrain = updates.enqueue { [state] in
      if state.withLock({ $0.number }) == number { show() }
    }
    guard mustDrain else { return }
    if thread == .changing || MainQueue.isCurrent {
      updates.drain()
    } else {
      DispatchQueue.main.async { [updates] in updates.drain() }
    }
  }
}

/// The view model of a user. A rename changes the title of every profile of the model, on the
/// thread that delivers the change.
public final class UserProfile: Sendable {
  /// The greeting: `Hi, Jake`.
  public let title: any ReadableValue<String>

  private let binding: Binding

  /// - Parameter user: The user from the Service layer, which the profile retains.
  public init(_ user: any User) {
    let title = ObservableValue("")
    self.title = title
    let binding = user.name.bind { title.value = "Hi, \($0)" }
    // Retains the model, so that the next profile of this user has the same one.
    self.binding = Binding { [user] in withExtendedLifetime(user) { binding.end() } }
  }
}
