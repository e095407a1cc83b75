/// A subject's observer: its subscription and the closure to call. Sending is fast, as entries are
/// contiguous in an array and the stop flag is read here, not in a closure around the handler.
@usableFromInline
struct ObserverEntry<Element: Sendable>: Sendable {
  @usableFromInline let subscription: Subscription
  @usableFromInline let handler: @Sendable (Event<Element>) -> Void

  @inlinable
  init(subscription: Subscription, handler: @escaping @Sendable (Event<Element>) -> Void) {
    self.subscription = subscription
    self.handler = handler
  }

  @inlinable var id: Int { subscription.id }

  /// `_slowPath`, because the loop over observers is the hottest one and the flag is rarely set.
  @inlinable var hasStopped: Bool { _slowPath(subscription.stopped.isUp) }

  /// Calls the observer, unless it has stopped; a terminal event stops it.
  @inlinable
  func deliver(_ event: Event<Element>) {
    if case .next = event {
      if !hasStopped { handler(event) }
    } else {
      if subscription.stopped.raise() { handler(event) }
    }
  }

  /// Calls all observers in order of subscription. Must not be called while a lock is held.
  @inlinable
  static func deliver(_ entries: ObserverEntries<Element>, _ event: Event<Element>) {
    if case .next = event {
      for entry in entries where !entry.hasStopped { entry.handler(event) }
    } else {
      for entry in entries { entry.deliver(event) }
    }
  }
}

/// The observers that receive one event, in order of subscription.
@usableFromInline
typealias ObserverEntries<Element: Sendable> = ContiguousArray<ObserverEntry<Element>>

/// The subscription of one observer, with the flag that stops delivery to it.
///
/// It retains the subject's state but not the subject, which clears its state when it is released.
@usableFromInline
final class Subscription: Disposable {
  /// Higher than that of every earlier subscription to the subject.
  @usableFromInline let id: Int
  @usableFromInline let stopped = StopFlag()
  /// A closure instead of a protocol, because a closure is specialised for the subject's element.
  private let leave: @Sendable (Int) -> Void

  @usableFromInline
  init(id: Int, leave: @escaping @Sendable (Int) -> Void) {
    self.id = id
    self.leave = leave
  }

  @usableFromInline
  func dispose() {
    if stopped.raise() { leave(id) }
  }
}
