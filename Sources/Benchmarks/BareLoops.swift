import Foundation
import MiniRx

// The limits that MiniRx is measured against: what the same work costs when nothing but a lock and an
// array stands between the sender and the closures.

/// The fastest bare loop: closures in a struct in one contiguous array, copied under the lock and
/// called outside it. It has no completion, no disposal and no order of ids.
final class BareLoop<Element: Sendable>: ObserverType, ObservableType, @unchecked Sendable {
  // Unchecked because `slots` is reached under `lock` only.
  struct Slot {
    let hear: @Sendable (Event<Element>) -> Void
  }

  private let lock = NSLock()
  private var slots: ContiguousArray<Slot> = []

  func on(_ event: Event<Element>) {
    lock.lock()
    let slots = slots
    lock.unlock()
    for slot in slots { slot.hear(event) }
  }

  func subscribe(_ hear: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    append(hear)
    return Disposables.create()
  }

  func append(_ hear: @escaping @Sendable (Event<Element>) -> Void) {
    lock.lock()
    slots.append(Slot(hear: hear))
    lock.unlock()
  }

  func removeLast() {
    lock.lock()
    slots.removeLast()
    lock.unlock()
  }
}

/// What one would write first: a plain array of closures under the same lock. Slower, because a
/// closure that comes out of an array of closures is retained and released around each call.
final class PlainLoop<Element: Sendable>: ObserverType, ObservableType, @unchecked Sendable {
  // Unchecked because `closures` is reached under `lock` only.
  private let lock = NSLock()
  private var closures: [@Sendable (Event<Element>) -> Void] = []

  func on(_ event: Event<Element>) {
    lock.lock()
    let closures = closures
    lock.unlock()
    for closure in closures { closure(event) }
  }

  func subscribe(_ closure: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    lock.lock()
    closures.append(closure)
    lock.unlock()
    return Disposables.create()
  }
}

/// A number behind a lock, and nothing else.
final class LockedNumber: @unchecked Sendable {
  // Unchecked because `number` is reached under `lock` only.
  private let lock = NSLock()
  private var number: Int

  init(_ number: Int) { self.number = number }

  var value: Int {
    lock.lock()
    defer { lock.unlock() }
    return number
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
