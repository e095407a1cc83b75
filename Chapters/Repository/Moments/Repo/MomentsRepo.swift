import MiniRx

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
