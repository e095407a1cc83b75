/// The rules that all subjects share: which observers receive an event, in which order and until
/// when.
///
/// A value without locks that calls no observer. Each mutation returns the observers to call or the
/// values to release, and the subject does so after unlocking.
///
/// An observer that is still receiving stored values is *replaying*. Events sent meanwhile are
/// pending for it, in order; it becomes an ordinary entry when none is left.
@usableFromInline
struct ObserverList<Element: Sendable>: Sendable {
  @usableFromInline
  struct ReplayingObserver: Sendable {
    @usableFromInline let entry: ObserverEntry<Element>
    @usableFromInline var pending: [Event<Element>] = []

    @inlinable
    init(_ entry: ObserverEntry<Element>) { self.entry = entry }
  }

  /// In order of ids.
  @usableFromInline var entries: ObserverEntries<Element> = []
  @usableFromInline var replaying: [ReplayingObserver] = []
  @usableFromInline var lastID = 0
  @usableFromInline var phase = Phase<Element>.open

  @inlinable
  init() {}

  /// Whether there are no observers. An observer with a pending terminal event does not count.
  @inlinable var isEmpty: Bool {
    entries.isEmpty && (replaying.isEmpty || !phase.isOpen)
  }

  /// - Returns: The observers that receive the event now. For replaying observers it is pending.
  ///   After a terminal event the list is empty.
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
    return exchange(&entries, with: [])
  }

  @usableFromInline
  mutating func keepForReplaying(_ event: Event<Element>) {
    guard phase.isOpen else { return }
    for index in replaying.indices { replaying[index].pending.append(event) }
  }

  /// Removes all observers without sending an event.
  ///
  /// - Returns: The removed observers and the former phase, to be released outside the lock.
  @usableFromInline
  mutating func dispose() -> (ObserverEntries<Element>, [ReplayingObserver], Phase<Element>) {
    for entry in entries { _ = entry.subscription.stopped.raise() }
    for observer in replaying { _ = observer.entry.subscription.stopped.raise() }
    return (
      exchange(&entries, with: []), exchange(&replaying, with: []),
      exchange(&phase, with: .disposed)
    )
  }
}

// Adding and removing. All of it is inlinable: unspecialised code takes three times as long.
extension ObserverList {
  /// Adds an observer. If it first receives stored values, it is replaying until
  /// ``takePending(of:)`` ends its replay.
  ///
  /// - Returns: The observer; nil if the subject has ended.
  @inlinable
  mutating func add(
    _ handler: @escaping @Sendable (Event<Element>) -> Void, isReplaying: Bool = false,
    leave: @escaping @Sendable (Int) -> Void
  ) -> ObserverEntry<Element>? {
    guard phase.isOpen else { return nil }
    lastID += 1
    let subscription = Subscription(id: lastID, leave: leave)
    let entry = ObserverEntry(subscription: subscription, handler: handler)
    if isReplaying { replaying.append(ReplayingObserver(entry)) } else { entries.append(entry) }
    return entry
  }

  /// - Returns: The events that became pending for an observer since the last call. If there are
  ///   none, the replay is over and the observer is an ordinary entry, unless it was removed.
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

  /// Removes an observer, whose entry is to be released outside the lock. It cannot be a replaying
  /// one, because `subscribe` returns the subscription only after the replay.
  @inlinable
  mutating func remove(_ id: Int) -> ObserverEntry<Element>? {
    let index = position(of: id)
    guard index < entries.count, entries[index].id == id else { return nil }
    return entries.remove(at: index)
  }

  /// The index of the first entry whose id is not less than this one.
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
}

/// The phase of a subject: `open → ended? → disposed`.
@usableFromInline
enum Phase<Element: Sendable>: Sendable {
  case open
  /// After the first terminal event, which late subscribers receive.
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
