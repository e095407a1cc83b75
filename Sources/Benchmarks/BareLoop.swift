import Concurrency
import MiniRx

/// The fastest bare loop: closures in a struct in one contiguous array, copied under the lock and
/// called outside it. It has no completion, no disposal and no order of ids.
///
/// It has a file of its own: in that of its workload, the compiler would retain each closure for
/// its call, which takes four times as long.
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

/// The sum that observers compute, so that their work is not optimised away.
final class Sum: @unchecked Sendable {
  // Unchecked because a benchmark sends from a single thread.
  private(set) var total = 0

  func add(_ event: Event<Int>) {
    if case .next(let number) = event { total &+= number }
  }

  func add(_ number: Int) { total &+= number }
}
