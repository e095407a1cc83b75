import Concurrency
import MiniRx

/// Saves responses one at a time, and lists only if ``AnswerOrder`` accepts them. If a response
/// cannot be saved, observers receive it, and the request fails.
///
/// Checking a response and saving it are one step on a serial scheduler: without a lock, because
/// saving calls observers, and not on a thread of Swift's pool, because the store may block.
final class SavingInOrder: Sendable {
  private let store: any PersistentDataStoreType
  private let scheduler: any SchedulerType
  private let showUnsaved: @Sendable (MomentsDetails) -> Void
  private let order = Locked(AnswerOrder())

  /// The scheduler must be serial. `showUnsaved` emits a response that could not be saved.
  init(
    in store: any PersistentDataStoreType, on scheduler: any SchedulerType,
    showUnsaved: @escaping @Sendable (MomentsDetails) -> Void
  ) {
    self.store = store
    self.scheduler = scheduler
    self.showUnsaved = showUnsaved
  }

  /// Saves the response unless it is outdated. The request succeeds in either case.
  func list(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      let number = order.withLock { $0.sendList() }
      return request.observe(on: scheduler)
        .map { [self] details in
          if order.withLock({ $0.accept(list: number) }) { try save(details) }
        }
        .subscribe(observer)
    }
  }

  /// Saves the response to a change, which is always accepted.
  func change(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    request.observe(on: scheduler)
      .map { [self] details in
        order.withLock { $0.tookChange() }
        try save(details)
      }
  }

  private func save(_ details: MomentsDetails) throws(PersistentDataStoreError) {
    do throws(PersistentDataStoreError) {
      try store.save(momentsDetails: details)
    } catch {
      showUnsaved(details)
      throw error
    }
  }
}

/// The rule for late lists: a list is outdated if it was requested before the response to the last
/// change, or before another list that was already accepted.
///
/// Requests for lists are numbered when they are sent, and numbers up to a floor are rejected.
struct AnswerOrder {
  private var lastSent = 0
  private var floor = 0

  /// - Returns: The number of the new request for a list.
  mutating func sendList() -> Int {
    lastSent += 1
    return lastSent
  }

  /// Whether the list with that number may be saved. If so, older ones become outdated.
  mutating func accept(list number: Int) -> Bool {
    defer { floor = max(floor, number) }
    return number > floor
  }

  /// Records the response to a change, which makes all pending lists outdated.
  mutating func tookChange() { floor = lastSent }
}
