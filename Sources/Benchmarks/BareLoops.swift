import Concurrency
import MiniRx

// The references for MiniRx: the cost of the same work with only a lock and an array between the
// sender and the closures.

/// The fastest bare loop: closures in a struct in one contiguous array, copied under the lock and
/// called outside it. It has no completion, no disposal and no order of ids.
final class BareLoop<Element: Sendable>: ObserverType, ObservableType {
  struct Slot {
    let handler: @Sendable (Event<Element>) -> Void
  }

  private let slots = Locked<ContiguousArray<Slot>>([])

  func on(_ event: Event<Element>) {
    for slot in slots.withLock({ $0 }) { slot.handler(event) }
  }

  func subscribe(_ handler: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    slots.withLock { $0.append(Slot(handler: handler)) }
    return Disposables.create()
  }
}

/// The straightforward loop: a plain array of closures under the same lock. It is slower, because a
/// closure read from an array of closures is retained and released around each call.
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

/// The sum that observers compute, so that their work is not optimised away.
final class Sum: @unchecked Sendable {
  // Unchecked because a benchmark sends from a single thread.
  private(set) var total = 0

  func add(_ event: Event<Int>) {
    if case .next(let number) = event { total &+= number }
  }

  func add(_ number: Int) { total &+= number }
}
