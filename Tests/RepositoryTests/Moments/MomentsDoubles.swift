import Concurrency
import Dispatch
import Foundation
import MiniRx

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
  private let store = PersistentDataStore.memory()
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
struct Tagged: Sendable {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "tagged")
  let scheduler: SerialDispatchQueueScheduler

  init() {
    scheduler = SerialDispatchQueueScheduler(queue: queue)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  var isHere: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue) }

  /// Waits until all scheduled work has run.
  func catchUp() {
    let done = DispatchSemaphore(value: 0)
    scheduler.schedule { done.signal() }
    done.wait()
  }
}

extension MomentsDetails {
  /// A user's timeline without moments, printed as `Ann, 0 moments`.
  static func timeline(of name: String) -> MomentsDetails {
    MomentsDetails(
      userDetails: UserDetails(id: "0", name: name, avatar: "", backgroundImage: ""), moments: [])
  }
}

/// The events that an observer receives, in order.
final class History: Sendable {
  private let told = Locked<[String]>([])

  /// The descriptions of the events so far.
  var events: [String] { told.withLock { $0 } }

  func add(_ event: String) { told.withLock { $0.append(event) } }

  /// Records a sequence's events until the bag is disposed.
  static func of(_ source: Observable<some Sendable>, until bag: DisposeBag) -> History {
    let history = History()
    source.subscribe { event in history.add("\(event)") }.disposed(by: bag)
    return history
  }
}

/// A scheduler that runs each closure at once, on the sender's thread.
struct AtOnce: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

/// A scheduler that runs one closure at a time, on the thread of one of the senders.
struct InOrder: SchedulerType {
  private let calls = CallQueue()

  func schedule(_ action: @escaping @Sendable () -> Void) { calls.run(action) }
}
