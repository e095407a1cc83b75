import Foundation
import MiniRx

/// The document's listings, with only the changes that make them compile. Do not copy them:
/// Docs/Errata.md describes their defects.
enum MomentsAsWritten {
  /// As written: it exposes the Subject itself, and does not report a failed save.
  protocol PersistentDataStoreType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func save(momentsDetails: MomentsDetails)
  }

  /// As written: it exposes the Subject itself.
  protocol MomentsRepoType: Sendable {
    var momentsDetails: ReplaySubject<MomentsDetails> { get }
    func getMoments(userID: String) -> Observable<Void>
    func updateLike(
      isLiked: Bool, momentID: String, fromUserID userID: String
    ) -> Observable<Void>
  }
}

extension MomentsAsWritten {
  /// As written, except for three things: the suite is a parameter, because `static let shared` is
  /// an error in Swift 6; the coding is a parameter, so that it can fail; and ``ObservableValues``
  /// replaces `defaults.rx.observe`, because UserDefaults cannot be observed on Linux.
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
  /// As written: it also forwards the store's terminal event, saves responses in any order, and
  /// turns failures into successes.
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
      getMomentsByUserIDSession
        .getMoments(userID: userID)
        .do(onNext: { persistentDataStore.save(momentsDetails: $0) })
        .map { _ in () }
        .catchErrorJustReturn(())
    }

    func updateLike(
      isLiked: Bool, momentID: String, fromUserID userID: String
    ) -> Observable<Void> {
      updateMomentLikeSession
        .updateLike(isLiked, momentID: momentID, fromUserID: userID)
        .do(onNext: { persistentDataStore.save(momentsDetails: $0) })
        .map { _ in () }
        .catchErrorJustReturn(())
    }
  }
}

extension Observable {
  /// The document's name for ``catchAndReturn(_:)``, which MiniRx has too, as deprecated.
  func catchErrorJustReturn(_ element: Element) -> Observable<Element> { catchAndReturn(element) }
}
