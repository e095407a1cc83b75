// Coming and going. All of it is inlinable: unspecialised, it would take three times as long.
extension Listeners {
  /// Gives an observer a place, at once.
  ///
  /// - Returns: its subscription, or nil when the subject has ended.
  @inlinable
  mutating func enter(
    _ hear: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> Subscription? {
    guard let newcomer = admit(hear, leave: leave) else { return nil }
    audience.append(newcomer)
    return newcomer.subscription
  }

  /// Lets an observer wait while it is told what was stored; ``settle(_:)`` gives it its place.
  ///
  /// - Returns: the observer, or nil when the subject has ended.
  @inlinable
  mutating func join(
    _ hear: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> Listener<Element>? {
    guard let newcomer = admit(hear, leave: leave) else { return nil }
    joiners.append(Joiner(newcomer))
    return newcomer
  }

  @inlinable
  mutating func admit(
    _ hear: @escaping @Sendable (Event<Element>) -> Void,
    leave: @escaping @Sendable (Int) -> Void
  ) -> Listener<Element>? {
    guard phase.isOpen else { return nil }
    lastID += 1
    let subscription = Subscription(id: lastID, leave: leave)
    return Listener(subscription: subscription, hear: hear)
  }

  /// - Returns: what a joiner has missed since the last call; empty once it has its place among the
  ///   others, or has gone.
  @inlinable
  mutating func settle(_ id: Int) -> [Event<Element>] {
    guard let index = joiners.firstIndex(where: { $0.listener.id == id }) else { return [] }
    guard joiners[index].missed.isEmpty else {
      defer { joiners[index].missed = [] }
      return joiners[index].missed
    }
    let joiner = joiners.remove(at: index)
    if phase.isOpen { audience.insert(joiner.listener, at: position(of: id)) }
    return []
  }

  /// Nobody leaves while it joins: its subscription is handed out after that.
  ///
  /// - Returns: the observer that went, to be released outside the lock.
  @inlinable
  mutating func leave(_ id: Int) -> Listener<Element>? {
    let index = position(of: id)
    guard index < audience.count, audience[index].id == id else { return nil }
    guard index < audience.count - 1 else { return audience.removeLast() }
    let listener = audience[index]
    _ = listener.subscription.left.raise()
    audience[index] = .gap(after: listener.subscription)
    gaps += 1
    if gaps > audience.count / 2 { closeGaps() }
    return listener
  }

  /// The index of the first id that is not below this one.
  @inlinable
  func position(of id: Int) -> Int {
    var low = 0
    var high = audience.count
    while low < high {
      let middle = low + (high - low) / 2
      if audience[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inlinable
  mutating func closeGaps() {
    audience.removeAll { $0.subscription.left.isUp }
    gaps = 0
  }
}
