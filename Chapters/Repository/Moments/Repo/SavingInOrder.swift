import Concurrency
import MiniRx

/// Saves answers one at a time, and lists only if ``AnswerOrder`` takes them.
///
/// To look whether an answer is still wanted and to save it has to be one step: otherwise a like could
/// be saved between the two. No lock is held meanwhile, because saving calls observers; whoever
/// comes during a save leaves its answer behind instead. An answer that cannot be saved is not lost:
/// it is shown, and the request fails with the reason.
final class SavingInOrder: Sendable {
  private let store: any PersistentDataStoreType
  private let showUnsaved: @Sendable (MomentsDetails) -> Void
  private let order = Locked(AnswerOrder())
  private let turns = Turns()

  /// - Parameters:
  ///   - store: tells what is saved in it.
  ///   - showUnsaved: tells what could not be saved.
  init(
    in store: any PersistentDataStoreType,
    showUnsaved: @escaping @Sendable (MomentsDetails) -> Void
  ) {
    self.store = store
    self.showUnsaved = showUnsaved
  }

  /// Saves the answer unless it is too old; either way the request has succeeded.
  func list(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      let number = order.withLock { $0.sendList() }
      return taking(request, telling: observer) { [self] details in
        guard order.withLock({ $0.accepts(list: number) }) else { return }
        order.withLock { $0.took(list: number) }
        try save(details)
      }
    }
  }

  /// Saves the answer to a change, which is always wanted.
  func change(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      taking(request, telling: observer) { [self] details in
        order.withLock { $0.tookChange() }
        try save(details)
      }
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

  /// Lets each event have a turn, in which nobody else saves.
  private func taking(
    _ request: Observable<MomentsDetails>, telling observer: AnyObserver<Void>,
    save: @escaping @Sendable (MomentsDetails) throws -> Void
  ) -> any Disposable {
    request.subscribe { [turns] event in
      turns.take { observer.on(event.map(save)) }
    }
  }
}
