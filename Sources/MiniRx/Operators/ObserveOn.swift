import Locking

extension ObservableType {
  /// The same events, delivered on the scheduler, one after the other and in order.
  ///
  /// What waits when the subscription is disposed is dropped.
  public func observe(on scheduler: some SchedulerType) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      let waiting = Locked(Waiting<Element>())
      let subscription = subscribe { event in
        guard !stage.isStopped, waiting.withLock({ $0.add(event) }) else { return }
        scheduler.schedule {
          while let event = waiting.withLock({ $0.next() }) {
            stage.forward(event, to: downstream)
          }
        }
      }
      let rest = Disposables.create { _ = waiting.withLock { $0.removeAll() } }
      stage.attach(Disposables.create(subscription, rest))
      return stage
    }
  }
}

/// The events that wait for their scheduler, and whether somebody is on the way to fetch them.
///
/// A queue of two arrays, because a slice would hold on to what has left it.
private struct Waiting<Element: Sendable> {
  private var arriving: [Event<Element>] = []
  /// The oldest is the last.
  private var leaving: [Event<Element>] = []
  private var isBeingFetched = false

  /// - Returns: whether somebody has to be sent to fetch them.
  mutating func add(_ event: Event<Element>) -> Bool {
    arriving.append(event)
    defer { isBeingFetched = true }
    return !isBeingFetched
  }

  /// - Returns: the oldest; nil once there is none, and then the next one added sends somebody again.
  mutating func next() -> Event<Element>? {
    if leaving.isEmpty {
      leaving = arriving.reversed()
      arriving = []
    }
    guard let event = leaving.popLast() else {
      isBeingFetched = false
      return nil
    }
    return event
  }

  /// - Returns: what waited, to be released outside the lock.
  mutating func removeAll() -> [Event<Element>] {
    defer {
      arriving = []
      leaving = []
    }
    return leaving.reversed() + arriving
  }
}
