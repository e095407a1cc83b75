import Exercising
import Foundation

/// Threads are given numbers that are never given again, and a place is a closure that says whether it is here.
final class Confinement: LearnersConfinement {
  private let name: Guarded<String>
  private let isHere: () -> Bool
  private let complaint: String

  convenience init(_ name: String, home: StoreHome) { self.init(Guarded(name), home) }

  fileprivate init(_ name: Guarded<String>, _ home: StoreHome) {
    self.name = name
    switch home {
    case .currentThread:
      let number = Numbers.ofCurrentThread
      isHere = { Numbers.ofCurrentThread == number }
      complaint = "store accessed from incorrect thread"
    case .queue(let queue):
      let number = Numbers.next()
      if queue.getSpecific(key: Numbers.key) == nil {
        queue.setSpecific(key: Numbers.key, value: number)
      }
      let mark = queue.getSpecific(key: Numbers.key)
      isHere = { mark != nil && DispatchQueue.getSpecific(key: Numbers.key) == mark }
      complaint = "store accessed from incorrect queue"
    }
  }

  var isHome: Bool { isHere() }

  func read() -> String {
    guard isHere() else { fatalError(complaint) }
    return name.change { $0 }
  }

  func write(_ new: String) {
    guard isHere() else { fatalError(complaint) }
    name.change { $0 = new }
  }

  func reference() -> Reference {
    guard isHere() else { fatalError(complaint) }
    return Reference(left: Guarded([name]))
  }

  struct Reference: LearnersReference {
    fileprivate let left: Guarded<[Guarded<String>]>

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      guard let name = left.change({ $0.popLast() }) else { throw AlreadyResolved() }
      return Confinement(name, home)
    }
  }
}

private final class Guarded<Value>: @unchecked Sendable {
  // Unchecked because the value is reached under the lock only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

private enum Numbers {
  static let key = DispatchSpecificKey<Int>()
  private static let last = Guarded(0)

  static func next() -> Int {
    last.change {
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
