import Exercising
import Foundation

/// Each store leaves a mark of its own with its thread or queue, and is at home where it finds that.
final class Confinement: LearnersConfinement {
  fileprivate final class Shared: @unchecked Sendable {
    // Unchecked because the queue lets one in at a time.
    private let turns = DispatchQueue(label: "name")
    private var value: String

    init(_ value: String) { self.value = value }

    func get() -> String { turns.sync { value } }
    func set(_ new: String) { turns.sync { value = new } }
  }

  private let shared: Shared
  private let mark = NSObject()
  private let key = DispatchSpecificKey<Bool>()
  private let isOnQueue: Bool

  convenience init(_ name: String, home: StoreHome) { self.init(Shared(name), home: home) }

  private init(_ shared: Shared, home: StoreHome) {
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

  func read() -> String { atHome().get() }
  func write(_ name: String) { atHome().set(name) }
  func reference() -> Reference { Reference(atHome()) }

  private func atHome() -> Shared {
    guard isHome else {
      fatalError("store accessed from incorrect " + (isOnQueue ? "queue" : "thread"))
    }
    return shared
  }

  struct Reference: LearnersReference {
    private let shared: Shared
    private let ticket = Ticket()

    fileprivate init(_ shared: Shared) {
      self.shared = shared
    }

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      guard ticket.isTakenNow() else { throw AlreadyResolved() }
      return Confinement(shared, home: home)
    }
  }
}

/// Whoever comes first gets it.
private final class Ticket: @unchecked Sendable {
  // Unchecked because the queue lets one in at a time.
  private let turns = DispatchQueue(label: "ticket")
  private var isThere = true

  func isTakenNow() -> Bool {
    turns.sync {
      defer { isThere = false }
      return isThere
    }
  }
}
