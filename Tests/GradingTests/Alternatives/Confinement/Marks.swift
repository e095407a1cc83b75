import Concurrency
import Exercising
import Foundation
import Synchronization

/// Each store sets a unique value on its thread or queue, and is at home where it finds that value.
final class Confinement: ConfinementRequirements {
  private let shared: Locked<String>
  private let mark = NSObject()
  private let key = DispatchSpecificKey<Bool>()
  private let isOnQueue: Bool

  convenience init(_ name: String, home: StoreHome) { self.init(Locked(name), home: home) }

  private init(_ shared: Locked<String>, home: StoreHome) {
    self.shared = shared
    switch home {
    case .currentThread:
      isOnQueue = false
      Thread.current.threadDictionary["\(ObjectIdentifier(mark))"] = mark
    case .queue(let queue):
      isOnQueue = true
      queue.setSpecific(key: key, value: true)
    }
  }

  var isHome: Bool {
    if isOnQueue { return DispatchQueue.getSpecific(key: key) == true }
    let found = Thread.current.threadDictionary["\(ObjectIdentifier(mark))"] as? NSObject
    return found === mark
  }

  func read() -> String { atHome().withLock { $0 } }
  func write(_ name: String) { atHome().withLock { $0 = name } }
  func reference() -> Reference { Reference(atHome()) }

  private func atHome() -> Locked<String> {
    guard isHome else {
      fatalError("store accessed from incorrect " + (isOnQueue ? "queue" : "thread"))
    }
    return shared
  }

  struct Reference: ReferenceRequirements {
    private let shared: Locked<String>
    private let once = Once()

    fileprivate init(_ shared: Locked<String>) {
      self.shared = shared
    }

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      guard once.begin() else { throw AlreadyResolved() }
      return Confinement(shared, home: home)
    }
  }
}

private final class Once: Sendable {
  private let hasBegun = Atomic(false)

  func begin() -> Bool { !hasBegun.exchange(true, ordering: .acquiringAndReleasing) }
}
