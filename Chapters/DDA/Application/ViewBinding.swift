internal import Concurrency
public import Observing

/// What one control shows: `present new*` of one value at a time, until the control goes.
///
/// A control, a cell that is used again for example, keeps one of these and binds it to one value after
/// another. Nothing of the former value is shown after the first of the latter. The control is not kept,
/// so that the binding goes with it. Usable from any thread; the control is told on the thread of the
/// change, one thing at a time.
public final class ViewBinding: Sendable {
  private struct State {
    /// Which of the values, by turns, is shown now.
    var number = 0
    var binding: Binding?
    var showings = Line<Showing>()

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
  private struct Showing {
    let number: Int
    let show: @Sendable () -> Void
  }

  private let state = Locked(State())

  /// Bound to nothing.
  public init() {}

  /// Lets go of the value that was bound, and shows this one: now, before the function returns unless
  /// something is being shown just now, and after each change.
  ///
  /// - Parameters:
  ///   - control: is told; when it goes, it is told nothing more.
  ///   - value: what is shown.
  ///   - show: is called without a lock, and may bind again.
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
      self?.tell(number) { [weak control] in
        if let control { show(control, value) }
      }
    }
    // A handler may have bound again while it was told the first value.
    if !state.withLock({ $0.keep(binding, number) }) { binding.end() }
  }

  /// Lets go of the value; what the control shows stays.
  public func unbind() { state.withLock { $0.takeBinding() }?.end() }

  private func tell(_ number: Int, _ show: @escaping @Sendable () -> Void) {
    guard state.withLock({ $0.showings.add(Showing(number: number, show: show)) }) else { return }
    while let showing = state.withLock({ $0.showings.next() }) {
      if state.withLock({ $0.number }) == showing.number { showing.show() }
    }
  }
}
