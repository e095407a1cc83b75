internal import Concurrency
internal import Dispatch
internal import Foundation
public import Observing

/// What one control shows: `current new*` of one value at a time, until the control is released.
///
/// A control, for example a cell that is reused, has one of these and binds it to one value after
/// another. Once a value is shown, nothing of the value before it is shown any more. The control is not
/// retained, so that the binding ends with it. Usable on any thread.
///
/// **Thread.** The control receives one value at a time, in order. On ``Thread/main`` it does so on the
/// main thread only, and before a change that is made on the main thread returns, unless an earlier
/// change is still on its way there. On ``Thread/changing`` it does so where a ``ReadableValue`` calls
/// its handlers: on any thread that sets the value.
public final class ViewBinding: Sendable {
  /// Where the control receives values.
  public enum Thread: Sendable {
    /// On the main thread, which the views of an app require.
    case main
    /// On the thread that delivers the change.
    case changing
  }

  private struct State {
    /// The number of values that were bound; changes of earlier ones are not shown.
    var number = 0
    var binding: Binding?
    var updates = DeliveryQueue<Update>()

    mutating func takeBinding() -> Binding? {
      number += 1
      defer { binding = nil }
      return binding
    }

    mutating func keep(_ binding: Binding, _ number: Int) -> Bool {
      guard number == self.number else { return false }
      self.binding = binding
      return true
    }
  }

  /// A value on its way to the control.
  private struct Update {
    let number: Int
    let show: @Sendable () -> Void
  }

  private let state = Locked(State())
  private let thread: Thread

  /// Creates a binding to nothing.
  public init(on thread: Thread) { self.thread = thread }

  /// Ends the binding to the former value, and shows this one: its current value before the function
  /// returns, if no other update is on its way, and then each new value.
  ///
  /// - Parameters:
  ///   - control: what shows the value; nothing is shown after its release.
  ///   - value: what is shown.
  ///   - show: called while no lock is held; it may bind again.
  public func bind<Control: AnyObject & Sendable, Value>(
    _ control: Control, to value: some ReadableValue<Value>,
    show: @escaping @Sendable (Control, Value) -> Void
  ) {
    let (number, former) = state.withLock { state in
      let former = state.takeBinding()
      return (state.number, former)
    }
    former?.end()
    let binding = value.bind { [weak self, weak control] value in
      self?.update(number) { [weak control] in
        if let control { show(control, value) }
      }
    }
    // The handler may have bound again when it received the first value.
    if !state.withLock({ $0.keep(binding, number) }) { binding.end() }
  }

  /// Ends the binding; the control keeps what it shows.
  public func unbind() { state.withLock { $0.takeBinding() }?.end() }

  private func update(_ number: Int, _ show: @escaping @Sendable () -> Void) {
    guard state.withLock({ $0.updates.enqueue(Update(number: number, show: show)) }) else { return }
    if thread == .changing || Thread.isMain {
      showUpdates()
    } else {
      DispatchQueue.main.async { [self] in showUpdates() }
    }
  }

  private func showUpdates() {
    while let update = state.withLock({ $0.updates.dequeue() }) {
      if state.withLock({ $0.number }) == update.number { update.show() }
    }
  }
}

extension ViewBinding.Thread {
  private static let mainQueueKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on the main thread or the main queue. These differ inside the `sync` of another
  /// queue, and in a program that has left its main thread to Dispatch, as tests on Linux do.
  fileprivate static var isMain: Bool {
    Foundation.Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueueKey) ?? false
  }
}
