import MiniRx

/// Moments from a server, kept in a store.
///
/// An answer takes the round trip: it is saved, the store tells the change, and the repository passes
/// it on. Both have a relay inside, so that nothing outside can end them or send through them. All that
/// the repository delivers comes on its scheduler, whichever thread has saved.
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
  ///   - persistentDataStore: what is stored there is the first thing that listeners get.
  ///   - getMomentsByUserIDSession: asks the server for moments.
  ///   - updateMomentLikeSession: tells the server of likes.
  ///   - scheduler: where everything is delivered; in an app the main thread.
  init(
    persistentDataStore: any PersistentDataStoreType,
    getMomentsByUserIDSession: any GetMomentsByUserIDSessionType,
    updateMomentLikeSession: any UpdateMomentLikeSessionType,
    deliveringOn scheduler: any SchedulerType
  ) {
    self.persistentDataStore = persistentDataStore
    self.getMomentsByUserIDSession = getMomentsByUserIDSession
    self.updateMomentLikeSession = updateMomentLikeSession
    self.scheduler = scheduler
    saving = SavingInOrder(in: persistentDataStore) { [details] in details.accept($0) }
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
