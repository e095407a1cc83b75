import Concurrency
import MiniRx

/// Saves answers one at a time, and lists only if ``AnswerOrder`` accepts them.
///
/// To check whether an answer is still needed and to save it is one step: otherwise a like could be
/// saved between the two. So both are done on one serial scheduler, with no lock held, because saving
/// calls observers. It is also where the store may block: a thread of Swift's pool, which most answers
/// arrive on, may not. An answer that cannot be saved is not lost: observers receive it, and the
/// request fails with the reason.
final class SavingInOrder: Sendable {
  private let store: any PersistentDataStoreType
  private let scheduler: any SchedulerType
  private let showUnsaved: @Sendable (MomentsDetails) -> Void
  private let order = Locked(AnswerOrder())

  /// - Parameters:
  ///   - store: saves, and emits what was saved.
  ///   - scheduler: a serial one, where answers are saved.
  ///   - showUnsaved: emits an answer that could not be saved.
  init(
    in store: any PersistentDataStoreType, on scheduler: any SchedulerType,
    showUnsaved: @escaping @Sendable (MomentsDetails) -> Void
  ) {
    self.store = store
    self.scheduler = scheduler
    self.showUnsaved = showUnsaved
  }

  /// Saves the answer unless it is too old; either way the request has succeeded.
  func list(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      let number = order.withLock { $0.sendList() }
      return request.observe(on: scheduler)
        .map { [self] details in
          guard order.withLock({ $0.accepts(list: number) }) else { return }
          order.withLock { $0.took(list: number) }
          try save(details)
        }
        .subscribe(observer)
    }
  }

  /// Saves the answer to a change, which is always accepted.
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

/// The rule for lists that arrive late: one is too old if it was requested before the last change was
/// answered, or before another list that has been accepted.
///
/// The server may have composed such a list before the change; the answer does not say. So requests for
/// lists are numbered when they are sent, and numbers up to a floor are not accepted any more.
struct AnswerOrder {
  private var lastSent = 0
  private var floor = 0

  /// - Returns: the number of a list that is being requested.
  mutating func sendList() -> Int {
    lastSent += 1
    return lastSent
  }

  /// Whether the answer to the list of that number may be taken.
  func accepts(list number: Int) -> Bool { number > floor }

  /// The list of that number is accepted: older ones are too old.
  mutating func took(list number: Int) { floor = max(floor, number) }

  /// The answer to a change is accepted: all lists that are on their way are too old.
  mutating func tookChange() { floor = lastSent }
}
