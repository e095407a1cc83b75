/// Which observers receive an event, in which order and until when: the rules that all subjects share.
///
/// A value without locks and threads, which calls no observer: each mutation returns the observers that
/// receive the event, or what has to be released, and the subject does both after it has unlocked.
///
/// An observer that still receives stored values is *replaying*: events that are sent meanwhile are
/// pending for it, in order, and it joins the others when none is left.
@usableFromInline
struct ObserverList<Element: Sendable>: Sendable {
  @usableFromInline
  struct ReplayingObserver: Sendable {
    @usableFromInline let entry: ObserverEntry<Element>
    @usableFromInline var pending: [Event<Element>] = []

    @inlinable
    init(_ entry: ObserverEntry<Element>) { self.entry = entry }
  }

  /// In order of ids. Removal leaves an empty slot, so that no other entry moves.
  @usableFromInline var entries: ObserverEntries<Element> = []
  @usableFromInline var emptySlots = 0
  @usableFromInline var replaying: [ReplayingObserver] = []
  @usableFromInline var lastID = 0
  @usableFromInline var phase = Phase<Element>.open

  @inlinable
  init() {}

  /// Whether there is no observer; one for which the terminal event is pending does not count.
  @inlinable var isEmpty: Bool {
    entries.count == emptySlots && (replaying.isEmpty || !phase.isOpen)
  }

  // MARK: Sending

  /// - Returns: the observers that receive the event now. For replaying ones it is pending; after a
  ///   terminal event there are no observers.
  @inlinable
  mutating func receive(_ event: Event<Element>) -> ObserverEntries<Element> {
    guard case .next = event else { return end(with: event) }
    if !replaying.isEmpty { keepForReplaying(event) }
    return entries
  }

  @usableFromInline
  mutating func end(with terminal: Event<Element>) -> ObserverEntries<Element> {
    guard phase.isOpen else { return [] }
    keepForReplaying(terminal)
    phase = .ended(terminal)
    return removeEntries()
  }

  @usableFromInline
  mutating func keepForReplaying(_ event: Event<Element>) {
    guard phase.isOpen else { return }
    for index in replaying.indices { replaying[index].pending.append(event) }
  }

  /// Removes all observers without an event.
  ///
  /// - Returns: what was removed, to be released outside the lock: the observers, stopped, the replaying
  ///   ones with their pending events, and the terminal event, if there was one.
  @usableFromInline
  mutating func dispose() -> (ObserverEntries<Element>, [ReplayingObserver], Phase<Element>) {
    defer {
      replaying = []
      phase = .disposed
    }
    let entries = removeEntries()
    for entry in entries { _ = entry.subscription.stopped.raise() }
    for observer in replaying { _ = observer.entry.subscription.stopped.raise() }
    return (entries, replaying, phase)
  }

  @usableFromInline
  mutating func removeEntries() -> ObserverEntries<Element> {
    defer {
      entries = []
      emptySlots = 0
    }
    return entries
  }
}

// Adding and removing. All of it is inlinable: unspecialised, it would take three times as long.
extension ObserverList {
  /// Adds an observer.
  ///
  /// - Returns: its subscription, or nil when the subject has ended.
  @inlinable
  mutating func add(
    _ handler: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> Subscription? {
    guard let entry = makeEntry(handler, leave: leave) else { return nil }
    entries.append(entry)
    return entry.subscription
  }

  /// Adds an observer that receives stored values first; ``takePending(of:)`` ends its replay.
  ///
  /// - Returns: the observer, or nil when the subject has ended.
  @inlinable
  mutating func beginReplay(
    _ handler: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> ObserverEntry<Element>? {
    guard let entry = makeEntry(handler, leave: leave) else { return nil }
    replaying.append(ReplayingObserver(entry))
    return entry
  }

  @inlinable
  mutating func makeEntry(
    _ handler: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> ObserverEntry<Element>? {
    guard phase.isOpen else { return nil }
    lastID += 1
    let subscription = Subscription(id: lastID, leave: leave)
    return ObserverEntry(subscription: subscription, handler: handler)
  }

  /// - Returns: the events that became pending for an observer since the last call; without any, its
  ///   replay has ended and it is one of the others, or it was removed.
  @inlinable
  mutating func takePending(of id: Int) -> [Event<Element>] {
    guard let index = replaying.firstIndex(where: { $0.entry.id == id }) else { return [] }
    guard replaying[index].pending.isEmpty else {
      defer { replaying[index].pending = [] }
      return replaying[index].pending
    }
    let observer = replaying.remove(at: index)
    if phase.isOpen { entries.insert(observer.entry, at: position(of: id)) }
    return []
  }

  /// Removes an observer; not a replaying one, whose subscription is returned after the replay.
  ///
  /// - Returns: the removed entry, to be released outside the lock.
  @inlinable
  mutating func remove(_ id: Int) -> ObserverEntry<Element>? {
    let index = position(of: id)
    guard index < entries.count, entries[index].id == id else { return nil }
    guard index < entries.count - 1 else { return entries.removeLast() }
    let entry = entries[index]
    _ = entry.subscription.isRemoved.raise()
    entries[index] = .emptySlot(after: entry.subscription)
    emptySlots += 1
    if emptySlots > entries.count / 2 { compact() }
    return entry
  }

  /// The index of the first id that is not below this one.
  @inlinable
  func position(of id: Int) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable
  mutating func compact() {
    entries.removeAll { $0.subscription.isRemoved.isUp }
    emptySlots = 0
  }
}

/// The phase of a subject: `open → ended? → disposed`.
@usableFromInline
enum Phase<Element: Sendable>: Sendable {
  case open
  /// With the first terminal event.
  case ended(Event<Element>)
  case disposed

  @inlinable var isOpen: Bool {
    guard case .open = self else { return false }
    return true
  }

  @inlinable var isDisposed: Bool {
    guard case .disposed = self else { return false }
    return true
  }
}
