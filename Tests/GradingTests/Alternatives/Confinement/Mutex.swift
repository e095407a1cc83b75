import Exercising
import Foundation
import Synchronization

/// With the standard library's `Mutex`.
final class Confinement: LearnersConfinement {
  fileprivate final class Shared: Sendable {
    let name: Mutex<String>
    init(_ name: String) { self.name = Mutex(name) }
  }

  private let shared: Shared
  private let home: StoreHome
  private let thread = Thread.current
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  convenience init(_ name: String, home: StoreHome) { self.init(Shared(name), home: home) }

  private init(_ shared: Shared, home: StoreHome) {
    self.shared = shared
    self.home = home
    if case .queue(let queue) = home {
      queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
    }
  }

  var isHome: Bool {
    switch home {
    case .currentThread: Thread.current === thread
    case .queue(let queue): DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue)
    }
  }

  func read() -> String {
    check()
    return shared.name.withLock { $0 }
  }

  func write(_ name: String) {
    check()
    shared.name.withLock { $0 = name }
  }

  func reference() -> Reference {
    check()
    return Reference(shared)
  }

  private func check() {
    guard !isHome else { return }
    switch home {
    case .currentThread: fatalError("store accessed from incorrect thread")
    case .queue: fatalError("store accessed from incorrect queue")
    }
  }

  final class Reference: LearnersReference {
    private let shared: Mutex<Shared?>

    fileprivate init(_ shared: Shared) { self.shared = Mutex(shared) }

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      let taken = shared.withLock { shared -> Shared? in
        defer { shared = nil }
        return shared
      }
      guard let taken else { throw AlreadyResolved() }
      return Confinement(taken, home: home)
    }
  }
}
