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
