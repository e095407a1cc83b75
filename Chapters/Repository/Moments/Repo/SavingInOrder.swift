import Locking
import MiniRx

/// Saves answers one at a time, and lists only if ``AnswerOrder`` takes them.
///
/// To look whether an answer is still wanted and to save it has to be one step: otherwise a like could
/// be saved between the two. No lock is held meanwhile, because saving calls observers; whoever
/// comes during a save leaves its answer behind instead.
final class SavingInOrder: Sendable {
  private let store: any PersistentDataStoreType
  private let order = Locked(AnswerOrder())
  private let turns = Turns()

  init(in store: any PersistentDataStoreType) { self.store = store }

  /// Saves the answer unless it is too old; either way the request has succeeded.
  func list(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      let number = order.withLock { $0.sendList() }
      return saving(request, telling: observer) { [order, store] details in
        guard order.withLock({ $0.accepts(list: number) }) else { return }
        try store.save(momentsDetails: details)
        order.withLock { $0.saved(list: number) }
      }
    }
  }

  /// Saves the answer to a change, which is always wanted.
  func change(_ request: Observable<MomentsDetails>) -> Observable<Void> {
    .create { [self] observer in
      saving(request, telling: observer) { [order, store] details in
        try store.save(momentsDetails: details)
        order.withLock { $0.savedChange() }
      }
    }
  }

  private func saving(
    _ request: Observable<MomentsDetails>, telling observer: AnyObserver<Void>,
    save: @escaping @Sendable (MomentsDetails) throws -> Void
  ) -> any Disposable {
    request.subscribe { [turns] event in
      turns.take { observer.on(event.map(save)) }
    }
  }
}
