/// An observer in a subject: its subscription, with id and stop flag, and what to call.
///
/// They stand side by side in one array, and the flag is asked here rather than in a closure around
/// the closure: that is most of what makes sending fast.
@usableFromInline
struct Listener<Element: Sendable>: Sendable {
  @usableFromInline let subscription: Subscription
  @usableFromInline let hear: @Sendable (Event<Element>) -> Void

  @inlinable
  init(subscription: Subscription, hear: @escaping @Sendable (Event<Element>) -> Void) {
    self.subscription = subscription
    self.hear = hear
  }

  /// What stays in the place of one that left: it keeps the ids in order and hears nothing.
  @inlinable
  static func gap(after subscription: Subscription) -> Listener {
    Listener(subscription: subscription, hear: { _ in })
  }

  @inlinable var id: Int { subscription.id }

  /// Almost never so; the compiler is told, since the loop over all observers is the hottest there is.
  @inlinable var hasStopped: Bool { _slowPath(subscription.stopped.isUp) }

  /// Tells the observer, unless it has stopped; a terminal event stops it.
  @inlinable
  func tell(_ event: Event<Element>) {
    if case .next = event {
      if !hasStopped { hear(event) }
    } else {
      if subscription.stopped.raise() { hear(event) }
    }
  }

  /// Tells everybody in order of subscription; never called while a lock is held.
  @inlinable
  static func tell(_ audience: Audience<Element>, _ event: Event<Element>) {
    if case .next = event {
      for listener in audience where !listener.hasStopped { listener.hear(event) }
    } else {
      for listener in audience { listener.tell(event) }
    }
  }
}

/// The observers that one event goes to, in order of subscription.
@usableFromInline
typealias Audience<Element: Sendable> = ContiguousArray<Listener<Element>>
