internal import Concurrency

/// A value that tells its changes: for each handler `(old, new)*`, each `old` the `new` before it.
///
/// Everybody hears the changes in the order in which they were made. A change that is made while
/// another one is being told, from inside a handler or on another thread, is told after it, by whoever
/// is telling. Every setting is told, also to an equal value: two names that are equal to Swift may
/// still be two rows of bytes to a database.
public final class ObservableValue<Value: Sendable>: ReadableValue, @unchecked Sendable {
  // Unchecked because the fields are reached under `lock` only. It is one of a few locks that all
  // values share, because a model of each row with a lock of its own would cost more than the row.
  @exclusivity(unchecked) private var present: Value
  @exclusivity(unchecked) private var observers: [Observer<Value>] = []
  @exclusivity(unchecked) private var tellings = Line<Telling<Value>>()

  /// A value that nobody listens to yet.
  public init(_ value: Value) { present = value }

  /// What it is at present. Setting it tells everybody who listens, before the setter returns unless a
  /// change is being told just now.
  public var value: Value {
    get { lock.withLock { _ in present } }
    set { if set(newValue).isToTell { tell() } }
  }

  public func observe(_ handler: @escaping @Sendable (Change<Value>) -> Void) -> Binding {
    let observer = Observer(handler)
    lock.withLock { _ in observers.append(observer) }
    return binding(observer)
  }

  public func bind(_ handler: @escaping @Sendable (Value) -> Void) -> Binding {
    let observer = Observer<Value>(isJoining: true) { handler($0.new) }
    let first = lock.withLock { _ in
      observers.append(observer)
      return present
    }
    handler(first)
    observer.catchUp()
    return binding(observer)
  }

  /// - Returns: what it was, which may be any object and so is freed outside the lock, and whether the
  ///   caller is the one to tell.
  private func set(_ new: Value) -> (old: Value, isToTell: Bool) {
    lock.withLock { _ in
      let old = present
      present = new
      guard !observers.isEmpty else { return (old, false) }
      let change = Change(old: old, new: new)
      return (old, tellings.add(Telling(change: change, observers: observers)))
    }
  }

  private func tell() {
    while let telling = lock.withLock({ _ in tellings.next() }) {
      for observer in telling.observers { observer.hear(telling.change) }
    }
  }

  private func binding(_ observer: Observer<Value>) -> Binding {
    // A binding may outlive what it is bound to.
    Binding { [weak self] in
      observer.end()
      self?.forget(observer)
    }
  }

  private func forget(_ observer: Observer<Value>) {
    // What a handler holds may be any object, so it is freed outside the lock.
    let all = lock.withLock { _ in
      let all = observers
      observers.removeAll { $0 === observer }
      return all
    }
    _ = all
  }

  private var lock: SharedLocks.Lock { SharedLocks.lock(of: ObjectIdentifier(self)) }
}

/// A change on its way to those who listened when it was made.
private struct Telling<Value: Sendable> {
  let change: Change<Value>
  let observers: [Observer<Value>]
}
