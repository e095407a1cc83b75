/// Who hears what, in what order and until when: the rules that all subjects share.
///
/// A value without locks and threads, which calls nobody: each change answers with the observers to
/// tell, or with what has to be released, and the subject does that after it let go of its lock.
///
/// An observer that is still being told what was stored *joins*: what is sent meanwhile waits for
/// it in order, and it takes its place among the others when nothing is left to wait for.
@usableFromInline
struct Listeners<Element: Sendable>: Sendable {
  @usableFromInline
  struct Joiner: Sendable {
    @usableFromInline let listener: Listener<Element>
    @usableFromInline var missed: [Event<Element>] = []

    @inlinable
    init(_ listener: Listener<Element>) { self.listener = listener }
  }

  /// In order of ids, with gaps where somebody left, so that leaving moves nobody.
  @usableFromInline var audience: Audience<Element> = []
  @usableFromInline var gaps = 0
  @usableFromInline var joiners: [Joiner] = []
  @usableFromInline var lastID = 0
  @usableFromInline var phase = Phase<Element>.open

  @inlinable
  init() {}

  /// Whether nobody listens; a joiner that is still to be told the end listens no more.
  @inlinable var isEmpty: Bool { audience.count == gaps && (joiners.isEmpty || !phase.isOpen) }

  // MARK: Sending

  /// - Returns: whom to tell now. Joiners are told later; after the end there is nobody.
  @inlinable
  mutating func receive(_ event: Event<Element>) -> Audience<Element> {
    guard case .next = event else { return end(with: event) }
    if !joiners.isEmpty { keepForJoiners(event) }
    return audience
  }

  @usableFromInline
  mutating func end(with terminal: Event<Element>) -> Audience<Element> {
    guard phase.isOpen else { return [] }
    keepForJoiners(terminal)
    phase = .ended(terminal)
    return removeAudience()
  }

  @usableFromInline
  mutating func keepForJoiners(_ event: Event<Element>) {
    guard phase.isOpen else { return }
    for index in joiners.indices { joiners[index].missed.append(event) }
  }

  /// Drops everybody and tells nobody.
  ///
  /// - Returns: what went, to be released outside the lock: the observers, stopped, the joiners with
  ///   what they were still to be told, and the way in which the subject had ended.
  @usableFromInline
  mutating func dispose() -> (Audience<Element>, [Joiner], Phase<Element>) {
    defer {
      joiners = []
      phase = .disposed
    }
    let audience = removeAudience()
    for listener in audience { _ = listener.subscription.stopped.raise() }
    for joiner in joiners { _ = joiner.listener.subscription.stopped.raise() }
    return (audience, joiners, phase)
  }

  @usableFromInline
  mutating func removeAudience() -> Audience<Element> {
    defer {
      audience = []
      gaps = 0
    }
    return audience
  }
}
