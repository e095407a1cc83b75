import MiniRx

extension MomentsAsWritten {
  /// As written: it forwards the store's end too, takes answers in any order, and turns failures into
  /// successes.
  struct MomentsRepo: MomentsRepoType {
    private(set) var momentsDetails: ReplaySubject<MomentsDetails> = .create(bufferSize: 1)
    private let disposeBag: DisposeBag = .init()
    private let persistentDataStore: any PersistentDataStoreType
    private let getMomentsByUserIDSession: any GetMomentsByUserIDSessionType
    private let updateMomentLikeSession: any UpdateMomentLikeSessionType

    init(
      persistentDataStore: any PersistentDataStoreType,
      getMomentsByUserIDSession: any GetMomentsByUserIDSessionType,
      updateMomentLikeSession: any UpdateMomentLikeSessionType
    ) {
      self.persistentDataStore = persistentDataStore
      self.getMomentsByUserIDSession = getMomentsByUserIDSession
      self.updateMomentLikeSession = updateMomentLikeSession
      persistentDataStore
        .momentsDetails
        .subscribe(momentsDetails)
        .disposed(by: disposeBag)
    }

    func getMoments(userID: String) -> Observable<Void> {
      let saved =
        getMomentsByUserIDSession
        .getMoments(userID: userID)
        .do(onNext: { persistentDataStore.save(momentsDetails: $0) })
        .map { _ in () }
      return oldNames.catchErrorJustReturn(saved)
    }

    func updateLike(
      isLiked: Bool, momentID: String, fromUserID userID: String
    ) -> Observable<Void> {
      let saved =
        updateMomentLikeSession
        .updateLike(isLiked, momentID: momentID, fromUserID: userID)
        .do(onNext: { persistentDataStore.save(momentsDetails: $0) })
        .map { _ in () }
      return oldNames.catchErrorJustReturn(saved)
    }
  }
}

/// Calling a deprecated name is an error here, except from a declaration that is deprecated itself; a
/// protocol stands between that one and the listing.
private protocol OldNames: Sendable {
  func catchErrorJustReturn(_ source: Observable<Void>) -> Observable<Void>
}

private struct NamesBeforeRxSwift6: OldNames {
  @available(*, deprecated)
  func catchErrorJustReturn(_ source: Observable<Void>) -> Observable<Void> {
    source.catchErrorJustReturn(())
  }
}

private let oldNames: any OldNames = NamesBeforeRxSwift6()
