import Foundation
import MiniRx

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
