import MiniRx

/// The single source of moments. The layers above it depend on neither the server nor the store.
///
/// The request functions emit only their outcome; ``momentsDetails`` emits the moments, to all
/// screens. A request is sent for each subscription, not before.
protocol MomentsRepoType: Sendable {
  /// Emits the current moments, if any, then every change. It never ends: `next*`.
  var momentsDetails: Observable<MomentsDetails> { get }

  /// Emits the errors of reading the store. The next response from the server replaces the stored
  /// data.
  var storeErrors: Observable<PersistentDataStoreError> { get }

  /// Requests the moments and saves the response: `(next completed) | error`.
  ///
  /// A response that is older than one saved meanwhile is not saved. If a response cannot be saved,
  /// ``momentsDetails`` still emits it, and the request fails with a ``PersistentDataStoreError``.
  func getMoments(userID: String) -> Observable<Void>

  /// Sends a like and saves the response: `(next completed) | error`.
  ///
  /// Likes are sent one at a time, in the order of the subscriptions. A like waits for the earlier
  /// ones, each of which takes at most the client's time limit.
  func updateLike(isLiked: Bool, momentID: String, fromUserID userID: String) -> Observable<Void>
}

/// Moments from a server, cached in a store.
///
/// A response takes a round trip: it is saved, the store emits the change, and the repository
/// forwards it on its scheduler. Both use a private relay, which other code can neither end nor
/// send to.
struct MomentsRepo: MomentsRepoType {
  private let persistentDataStore: any PersistentDataStoreType
  private let getMomentsByUserIDSession: any GetMomentsByUserIDSessionType
  private let updateMomentLikeSession: any UpdateMomentLikeSessionType
  private let scheduler: any SchedulerType
  private let details = ReplayRelay<MomentsDetails>.create(bufferSize: 1)
  private let saving: SavingInOrder
  private let likes = SubscriptionQueue()
  private let disposeBag = DisposeBag()

  /// Saves responses on the first scheduler, which must be serial, and delivers events on the
  /// second; in an app, the main thread.
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
