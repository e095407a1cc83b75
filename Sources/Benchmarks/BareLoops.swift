import Concurrency
import MiniRx

// The limits that MiniRx is measured against: what the same work costs when nothing but a lock and an
// array stands between the sender and the closures.

/// The fastest bare loop: closures in a struct in one contiguous array, copied under the lock and
/// called outside it. It has no completion, no disposal and no order of ids.
final class BareLoop<Element: Sendable>: ObserverType, ObservableType {
  struct Slot {
    let hear: @Sendable (Event<Element>) -> Void
  }

  private let slots = Locked<ContiguousArray<Slot>>([])

  func on(_ event: Event<Element>) {
    for slot in slots.withLock({ $0 }) { slot.hear(event) }
  }

  func subscribe(_ hear: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    append(hear)
    return Disposables.create()
  }

  func append(_ hear: @escaping @Sendable (Event<Element>) -> Void) {
    slots.withLock { $0.append(Slot(hear: hear)) }
  }

  func removeLast() { slots.withLock { _ = $0.removeLast() } }
}

/// What one would write first: a plain array of closures under the same lock. Slower, because a
/// closure that comes out of an array of closures is retained and released around each call.
final class PlainLoop<Element: Sendable>: ObserverType, ObservableType {
  private let closures = Locked<[@Sendable (Event<Element>) -> Void]>([])

  func on(_ event: Event<Element>) {
    for closure in closures.withLock({ $0 }) { closure(event) }
  }

  func subscribe(_ closure: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    closures.withLock { $0.append(closure) }
    return Disposables.create()
  }
}

/// What observers add to, so that no work can be optimised away. One thread at a time uses it.
final class Sum: @unchecked Sendable {
  // Unchecked because a benchmark sends from one thread only.
  private(set) var total = 0

  func add(_ event: Event<Int>) {
    if case .next(let number) = event { total &+= number }
  }

  func add(_ number: Int) { total &+= number }
}
