/// An observer in a subject: its id, its subscription with the stop flag, and what to call.
///
/// They stand side by side in one array, and the flag is asked here rather than in a closure around
/// the closure: that is most of what makes sending fast.
@usableFromInline
struct Listener<Element: Sendable>: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let subscription: Subscription
  @usableFromInline let hear: @Sendable (Event<Element>) -> Void

  @inlinable
  init(
    id: Int, subscription: Subscription, hear: @escaping @Sendable (Event<Element>) -> Void
  ) {
    self.id = id
    self.subscription = subscription
    self.hear = hear
  }

  /// What is left in the place of one that went: it keeps the ids in order and hears nothing.
  @inlinable
  static func gap(_ id: Int) -> Listener {
    Listener(id: id, subscription: .gap, hear: { _ in })
  }

  /// Tells the observer, unless it has stopped; a terminal event stops it.
  @inlinable
  func tell(_ event: Event<Element>) {
    if case .next = event {
      if !subscription.stopped.isUp { hear(event) }
    } else {
      if subscription.stopped.raise() { hear(event) }
    }
  }

  /// Tells everybody in order of subscription; never called while a lock is held.
  @inlinable
  static func tell(_ audience: Audience<Element>, _ event: Event<Element>) {
    if case .next = event {
      for listener in audience where !listener.subscription.stopped.isUp { listener.hear(event) }
    } else {
      for listener in audience where listener.subscription.stopped.raise() { listener.hear(event) }
    }
  }
}

/// The observers that one event goes to, in order of subscription.
@usableFromInline
typealias Audience<Element: Sendable> = ContiguousArray<Listener<Element>>
