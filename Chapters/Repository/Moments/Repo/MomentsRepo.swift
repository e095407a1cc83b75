import MiniRx

/// The single source of moments: the layers above depend on neither the server nor the store.
///
/// The requests emit their outcome, and no moments: ``momentsDetails`` emits those, to all screens. A request
/// is sent for each subscription, and none before.
protocol MomentsRepoType: Sendable {
  /// The current moments, if there are any, and then every change, without an end: `next*`.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Why the store cannot be read; the next answer from the server replaces what is stored.
  var storeErrors: Observable<PersistentDataStoreError> { get }

  /// Requests the moments and saves the answer: `(next completed) | error`.
  ///
  /// An answer that is older than one that was saved meanwhile is not saved. An answer that cannot be
  /// saved is emitted by ``momentsDetails`` all the same, and the request fails with a
  /// ``PersistentDataStoreError``.
  func getMoments(userID: String) -> Observable<Void>

  /// Sends a like and saves the answer: `(next completed) | error`.
  ///
  /// Likes are sent one after another, in the order of the subscriptions: a like waits for those before
  /// it, each for as long as the server and the client's time limit let it.
  func updateLike(isLiked: Bool, momentID: String, fromUserID userID: String) -> Observable<Void>
}

/// Moments from a server, kept in a store.
///
/// An answer takes the round trip: it is saved, the store emits the change, and the repository passes
/// it on. Both have a relay inside, so that nothing outside can end them or send through them. The
/// repository delivers everything on its scheduler, whichever thread has saved.
struct MomentsRepo: MomentsRepoType {
  private let persistentDataStore: any PersistentDataStoreType
  private let getMomentsByUserIDSession: any GetMomentsByUserIDSessionType
  private let updateMomentLikeSession: any UpdateMomentLikeSessionType
  private let scheduler: any SchedulerType
  private let details = ReplayRelay<MomentsDetails>.create(bufferSize: 1)
  private let saving: SavingInOrder
  private let likes = Lane()
  private let disposeBag = DisposeBag()

  /// - Parameters:
  ///   - persistentDataStore: its current value is the first one that subscribers receive.
  ///   - getMomentsByUserIDSession: requests moments from the server.
  ///   - updateMomentLikeSession: sends likes to the server.
  ///   - saving: where answers are saved, one at a time: a serial scheduler.
  ///   - scheduler: where everything is delivered; in an app the main thread.
  init(
    persistentDataStore: any PersistentDataStoreType,
    getMomentsByUserIDSession: any GetMomentsByUserIDSessionType,
    updateMomentLikeSession: any UpdateMomentLikeSessionType,
    savingOn saving: any SchedulerType = SerialDispatchQueueScheduler(
      internalSerialQueueName: "moments.saving"),
    deliveringOn scheduler: any SchedulerType
  ) {
    self.persistentDataStore = persistentDataStore
    self.getMomentsByUserIDSession = getMomentsByUserIDSession
    self.updateMomentLikeSession = updateMomentLikeSession
    self.scheduler = scheduler
    self.saving = SavingInOrder(in: persistentDataStore, on: saving) { [details] in
      details.accept($0)
    }
    persistentDataStore.momentsDetails
      .bind(to: details)
      .disposed(by: disposeBag)
  }

  var momentsDetails: Observable<MomentsDetails> {
    details.observe(on: scheduler)
  }

  var storeErrors: Observable<PersistentDataStoreError> {
    persistentDataStore.errors.observe(on: scheduler)
  }

  func getMoments(userID: String) -> Observable<Void> {
    saving.list(getMomentsByUserIDSession.getMoments(userID: userID))
      .observe(on: scheduler)
  }

  func updateLike(
    isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<Void> {
    let request = updateMomentLikeSession.updateLike(
      isLiked, momentID: momentID, fromUserID: userID)
    return likes.oneAtATime(saving.change(request))
      .observe(on: scheduler)
  }
}
