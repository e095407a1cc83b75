import Concurrency
import Exercising
import Foundation

/// Threads have numbers that are never reused, and a home is a closure that compares them.
final class Confinement: ConfinementRequirements {
  private let name: Locked<String>
  private let isAtHome: () -> Bool
  private let message: String

  convenience init(_ name: String, home: StoreHome) { self.init(Locked(name), home) }

  fileprivate init(_ name: Locked<String>, _ home: StoreHome) {
    self.name = name
    switch home {
    case .currentThread:
      let number = Numbers.ofCurrentThread
      isAtHome = { Numbers.ofCurrentThread == number }
      message = "store accessed from incorrect thread"
    case .queue(let queue):
      let number = Numbers.next()
      if queue.getSpecific(key: Numbers.key) == nil {
        queue.setSpecific(key: Numbers.key, value: number)
      }
      let mark = queue.getSpecific(key: Numbers.key)
      isAtHome = { mark != nil && DispatchQueue.getSpecific(key: Numbers.key) == mark }
      message = "store accessed from incorrect queue"
    }
  }

  var isHome: Bool { isAtHome() }

  func read() -> String {
    guard isAtHome() else { fatalError(message) }
    return name.withLock { $0 }
  }

  func write(_ new: String) {
    guard isAtHome() else { fatalError(message) }
    name.withLock { $0 = new }
  }

  func reference() -> Reference {
    guard isAtHome() else { fatalError(message) }
    return Reference(left: Locked([name]))
  }

  struct Reference: ReferenceRequirements {
    fileprivate let left: Locked<[Locked<String>]>

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      guard let name = left.withLock({ $0.popLast() }) else { throw AlreadyResolved() }
      return Confinement(name, home)
    }
  }
}

private enum Numbers {
  static let key = DispatchSpecificKey<Int>()
  private static let last = Locked(0)

  static func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }

  static var ofCurrentThread: Int {
    let own = Thread.current.threadDictionary
    if let number = own["number"] as? Int { return number }
    let number = next()
    own["number"] = number
    return number
  }
}
