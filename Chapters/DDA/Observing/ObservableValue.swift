internal import Concurrency

/// A value that notifies its handlers of changes: each receives `(old, new)*`, each `old` the `new` before it.
///
/// All handlers receive the changes in the order in which they were made; ``ReadableValue`` says when
/// and on which thread. Setting an equal value is a change, too: two names that are equal to Swift may
/// differ in their bytes.
public final class ObservableValue<Value: Sendable>: ReadableValue, @unchecked Sendable {
  // Unchecked because the fields are accessed only under `lock`. It is one of a few that all values
  // share: there is a model for each row, and a lock of its own would cost more than the row.
  @exclusivity(unchecked) private var current: Value
  @exclusivity(unchecked) private var observers: [Observer<Value>] = []
  @exclusivity(unchecked) private var deliveries = DeliveryQueue<Delivery<Value>>()

  /// Creates a value without handlers.
  public init(_ value: Value) { current = value }

  /// The current value. Setting it notifies the handlers before the setter returns; if an earlier
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

  /// - Returns: the old value, for release outside the lock because its `deinit` may run any code, and
  ///   whether the caller has to deliver.
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
    // A binding may outlive the value.
    Binding { [weak self] in
      observer.end()
      self?.remove(observer)
    }
  }

  private func remove(_ observer: Observer<Value>) {
    // The former array leaves the lock with what its handlers retain.
    let former = lock.withLock { _ in
      let former = observers
      observers.removeAll { $0 === observer }
      return former
    }
    withExtendedLifetime(former) {}
  }

  private var lock: SharedLocks.Lock { SharedLocks.lock(of: ObjectIdentifier(self)) }
}

/// A change, and the observers that were there when it was made.
private struct Delivery<Value: Sendable> {
  let change: Change<Value>
  let observers: [Observer<Value>]
}

/// One handler, and the changes that it has missed while it was bound.
private final class Observer<Value: Sendable>: Sendable {
  typealias Handler = @Sendable (Change<Value>) -> Void

  private struct State {
    var isActive = true
    /// While the handler receives the first value, changes are kept in `missed`.
    var isCatchingUp: Bool
    var missed: [Change<Value>] = []

    mutating func takeMissed() -> [Change<Value>] {
      defer { missed = [] }
      isCatchingUp = isActive && !missed.isEmpty
      return missed
    }
  }

  private let handler: Handler
  private let state: Locked<State>

  init(isCatchingUp: Bool = false, _ handler: @escaping Handler) {
    self.handler = handler
    state = Locked(State(isCatchingUp: isCatchingUp))
  }

  /// Calls the handler, unless it has ended; keeps the change for ``catchUp()`` while the handler
  /// receives the first value.
  func receive(_ change: Change<Value>) {
    let isReady = state.withLock { state in
      if state.isActive && state.isCatchingUp { state.missed.append(change) }
      return state.isActive && !state.isCatchingUp
    }
    if isReady { handler(change) }
  }

  /// Delivers the changes that were missed; from then on the observer receives what the others do.
  func catchUp() {
    while true {
      let changes = state.withLock { $0.takeMissed() }
      guard !changes.isEmpty else { return }
      for change in changes where state.withLock({ $0.isActive }) { handler(change) }
    }
  }

  func end() { state.withLock { $0.isActive = false } }
}

/// One lock for each of any number of objects, a few locks in all.
///
/// Only the fields of one object are read and written under a lock, so no thread waits for a second
/// lock while it holds the first.
private enum SharedLocks {
  /// Guards no value. The one that it has is not empty, because an empty one would lie where its box
  /// keeps its type, and ThreadSanitizer would confuse the two.
  typealias Lock = Locked<UInt8>

  private static let locks = (0..<64).map { _ in Lock(0) }

  /// The same lock for as long as the object lives.
  static func lock(of object: ObjectIdentifier) -> Lock {
    // Objects start at multiples of 16 bytes, and few of them are smaller than 64.
    locks[Int(bitPattern: object) >> 6 & 63]
  }
}
