import Foundation
import MiniRx

/// The document's listings, with only the changes that make them compile: not to be copied.
///
/// Docs/Errata.md describes their defects, and how the types of the same names beside this file avoid
/// them.
enum MomentsAsWritten {
  /// As written: the Subject itself is exposed, and a failed save is not reported.
  protocol PersistentDataStoreType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func save(momentsDetails: MomentsDetails)
  }

  /// As written: the Subject itself is exposed.
  protocol MomentsRepoType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func getMoments(userID: String) -> Observable<Void>
    func updateLike(
      isLiked: Bool, momentID: String, fromUserID userID: String
    ) -> Observable<Void>
  }
}

extension MomentsAsWritten {
  /// As written, but for three things: the suite is handed in, because `static let shared` is an error
  /// in Swift 6; so is the coding, so that it can be made to fail; and ``ObservableValues`` stands in
  /// for `defaults.rx.observe`, because UserDefaults cannot be observed on Linux.
  struct UserDefaultsPersistentDataStore: PersistentDataStoreType {
    private(set) var momentsDetails: ReplaySubject<MomentsDetails> = .create(bufferSize: 1)
    private let disposeBage: DisposeBag = .init()
    private let defaults: ObservableValues
    private let momentsDetailsKey = String(describing: MomentsDetails.self)
    private let coding: MomentsCoding

    init(_ defaults: ObservableValues, coding: MomentsCoding = .json) {
      self.defaults = defaults
      self.coding = coding
      defaults.data(forKey: momentsDetailsKey)
        .compactMap { try? $0.get() }
        .compactMap { try? coding.decode($0) }
        .subscribe(momentsDetails)
        .disposed(by: disposeBage)
    }

    func save(momentsDetails: MomentsDetails) {
      if let encodedData = try? coding.encode(momentsDetails) {
        try? defaults.set(encodedData, forKey: momentsDetailsKey)
      }
    }
  }
}

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
