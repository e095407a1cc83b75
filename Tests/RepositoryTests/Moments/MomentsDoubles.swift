import Concurrency
import Foundation
import MiniRx
import TestSupport

@testable import Chapter_Repository

/// A storage that refuses writes until `isWritable` is set.
final class UnwritableStorage: KeyValueStorage {
  struct Full: Error {}

  private let state = Locked((contents: [String: Data](), isWritable: false))

  var isWritable: Bool {
    get { state.withLock { $0.isWritable } }
    set { state.withLock { $0.isWritable = newValue } }
  }

  func data(forKey key: String) -> Data? { state.withLock { $0.contents[key] } }

  func set(_ data: Data, forKey key: String) throws {
    try state.withLock { state in
      guard state.isWritable else { throw Full() }
      state.contents[key] = data
    }
  }
}

/// A memory store that runs a closure before it saves.
final class InterruptedStore: PersistentDataStoreType {
  private let store = PersistentDataStore(.memory())
  private let interruption = Locked<(@Sendable () -> Void)?>(nil)

  var momentsDetails: Observable<MomentsDetails> { store.momentsDetails }

  var errors: Observable<PersistentDataStoreError> { store.errors }

  func interruptNextSave(by interruption: @escaping @Sendable () -> Void) {
    self.interruption.withLock { $0 = interruption }
  }

  func save(momentsDetails: MomentsDetails) throws(PersistentDataStoreError) {
    interruption.withLock { $0.take() }?()
    try store.save(momentsDetails: momentsDetails)
  }
}

/// A serial queue that detects whether the current code runs on it.
struct Tagged: SchedulerType {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "tagged")

  init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue)) }

  func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

  var isHere: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue) }

  /// Waits until all scheduled work has run.
  func catchUp() {
    let done = DispatchSemaphore(value: 0)
    schedule { done.signal() }
    done.wait()
  }
}

extension MomentsDetails {
  /// A user's timeline without moments, printed as `Ann, 0 moments`.
  static func timeline(of name: String) -> MomentsDetails {
    MomentsDetails(userDetails: UserDetails(id: "0", name: name), moments: [])
  }
}

/// The events that an observer receives, in order.
typealias History = Recorder<String>

extension History {
  /// Records a sequence's events until the bag is disposed.
  static func of(_ source: Observable<some Sendable>, until bag: DisposeBag) -> History {
    let history = History()
    source.subscribe { event in history.record("\(event)") }.disposed(by: bag)
    return history
  }
}

/// A scheduler that runs one closure at a time, on the thread of one of the senders.
struct InOrder: SchedulerType {
  private let calls = CallQueue()

  func schedule(_ action: @escaping @Sendable () -> Void) { calls.run(action) }
}

/// A server whose responses a test sends explicitly, in any order and on its own thread.
///
/// Like the real server, it determines a response when the request arrives.
final class ScriptedBackend: GetMomentsByUserIDSessionType, UpdateMomentLikeSessionType {
  /// A request that has not been answered.
  struct Request: Sendable {
    let id: Int
    let name: String
    let answer: MomentsDetails
    let observer: AnyObserver<MomentsDetails>
  }

  private struct State {
    var details: MomentsDetails
    var log: [String] = []
    var open: [Request] = []
  }

  private let state: Locked<State>

  init(_ details: MomentsDetails) { state = Locked(State(details: details)) }

  /// All requests so far, and `cancelled …` for each cancelled one.
  var log: [String] { state.withLock { $0.log } }

  /// The names of the open requests, in order of arrival.
  var open: [String] { state.withLock { $0.open.map(\.name) } }

  func getMoments(userID: String) -> Observable<MomentsDetails> {
    request("getMoments \(userID)") { $0 }
  }

  func updateLike(
    _ isLiked: Bool, momentID: String, fromUserID userID: String
  ) -> Observable<MomentsDetails> {
    request("updateLike \(isLiked) moment \(momentID) user \(userID)") {
      $0.liking(isLiked, momentID: momentID)
    }
  }

  /// Responds to the open request at an index.
  func answer(_ index: Int = 0) {
    let request = state.withLock { $0.open.remove(at: index) }
    request.observer.onNext(request.answer)
    request.observer.onCompleted()
  }

  /// Responds to the oldest open request whose name has this prefix. Callable from any thread.
  func answer(_ prefix: String) {
    let request = state.withLock { state in
      state.open.firstIndex { $0.name.hasPrefix(prefix) }.map { state.open.remove(at: $0) }
    }
    guard let request else { return }
    request.observer.onNext(request.answer)
    request.observer.onCompleted()
  }

  /// Fails the open request at an index.
  func fail(_ index: Int = 0, with error: any Error) {
    state.withLock { $0.open.remove(at: index) }.observer.onError(error)
  }

  private func request(
    _ name: String, change: @escaping @Sendable (MomentsDetails) -> MomentsDetails
  ) -> Observable<MomentsDetails> {
    .create { [state] observer in
      let id = state.withLock { state in
        state.details = change(state.details)
        state.log.append(name)
        let id = state.log.count
        state.open.append(Request(id: id, name: name, answer: state.details, observer: observer))
        return id
      }
      return Disposables.create {
        state.withLock { state in
          guard let index = state.open.firstIndex(where: { $0.id == id }) else { return }
          state.log.append("cancelled \(state.open.remove(at: index).name)")
        }
      }
    }
  }
}
