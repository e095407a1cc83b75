internal import Concurrency

/// A value that notifies its handlers of changes. Each handler receives `(old, new)*`, where each
/// `old` is the preceding `new`.
///
/// All handlers receive the changes in the order in which they were made; ``ReadableValue``
/// specifies when and on which thread. Setting an equal value counts as a change, because strings
/// that are equal in Swift may differ in their bytes.
public final class ObservableValue<Value: Sendable>: ReadableValue, @unchecked Sendable {
  // Unchecked because the fields are accessed only under `lock`. All values share it, because there
  // is a model for each row, and a lock would use more memory than the row.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var observers: [Observer<Value>] = []
  @exclusivity(unchecked) private var deliveries = DeliveryQueue<Delivery<Value>>()

  /// Creates a value without handlers.
  public init(_ value: Value) { current = value }

  /// The current value. Setting it notifies the handlers before the setter returns. If an earlier
  /// change is being delivered, that delivery continues with this change instead.
  public var value: Value {
    get { lock.withLock { _ in current } }
    set { if set(newValue).mustDeliver { deliver() } }
  }

  public func observe(_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Binding {
    let observer = Observer(handler)
    lock.withLock { _ in observers.append(observer) }
    return binding(observer)
  }

  public func bind(_ handler: @escaping @Sendable (Value) -> Void) -> Binding {
    let observer = Observer<Value>(isCatchingUp: true) { handler($0.new) }
    let first = lock.withLock { _ in
      observers.append(observer)
      return current
    }
    handler(first)
    observer.catchUp()
    return binding(observer)
  }

  /// - Returns: The old value, to be released outside the lock because its deinit may run code, and
  ///   whether the caller must deliver.
  private func set(_ new: Value) -> (old: Value, mustDeliver: Bool) {
    lock.withLock { _ in
      let old = current
      current = new
      guard !observers.isEmpty else { return (old, false) }
      let delivery = Delivery(change: Change(old: old, new: new), observers: observers)
      return (old, deliveries.enqueue(delivery))
    }
  }

  private func deliver() {
    while let delivery = lock.withLock({ _ in deliveries.dequeue() }) {
      for observer in delivery.observers { observer.receive(delivery.change) }
    }
  }

  private func binding(_ observer: Observer<Value>) -> Binding {
    // Weak, because a binding may outlive the value.
    Binding { [weak self] in
      observer.end()
      self?.remove(observer)
    }
  }

  private func remove(_ observer: Observer<Value>) {
    // The former array is released outside the lock, together with its handlers' captures.
    let former = lock.withLock { _ in
      let former = observers
      observers.removeAll { $0 === observer }
      return former
    }
    withExtendedLifetime(former) {}
  }
}

private struct Delivery<Value: Sendable> {
  let change: Change<Value>
  let observers: [Observer<Value>]
}

private final class Observer<Value: Sendable>: Sendable {
  typealias Handler = @Sendable (Change<Value>) -> Void

  private struct State {
    var isActive = true
    /// Whether the handler is still receiving the first value; changes are then kept in `missed`.
    var isCatchingUp: Bool
    var missed: [Change<Value>] = []

    mutating func takeMissed() -> [Change<Value>] {
      isCatchingUp = isActive && !missed.isEmpty
      return exchange(&missed, with: [])
    }
  }

  private let handler: Handler
  private let state: Locked<State>

  init(isCatchingUp: Bool = false, _ handler: @escaping Handler) {
    self.handler = handler
    state = Locked(State(isCatchingUp: isCatchingUp))
  }

  /// Calls the handler, unless it has ended. While the handler is receiving the first value, keeps
  /// the change for ``catchUp()``.
  func receive(_ change: Change<Value>) {
    let isReady = state.withLock { state in
      if state.isActive && state.isCatchingUp { state.missed.append(change) }
      return state.isActive && !state.isCatchingUp
    }
    if isReady { handler(change) }
  }

  /// Delivers the missed changes; later changes are delivered directly.
  func catchUp() {
    while true {
      let changes = state.withLock { $0.takeMissed() }
      guard !changes.isEmpty else { return }
      for change in changes where state.withLock({ $0.isActive }) { handler(change) }
    }
  }

  func end() { state.withLock { $0.isActive = false } }
}

/// The lock of all values. A thread accesses only one value under it, and calls nothing. Not
/// `Void`, whose address is that of the `Locked`: ThreadSanitizer would report false races.
private let lock = Locked<UInt8>(0)
