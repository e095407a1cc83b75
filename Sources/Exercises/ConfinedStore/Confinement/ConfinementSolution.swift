import Concurrency
import Exercising
import Foundation

/// A name that is confined to one thread or queue. Elsewhere its use ends the process.
final class Confinement: ConfinementRequirements {
  /// The name. All stores that were resolved from references share it.
  private let shared: Locked<String>
  private let place: Place

  convenience init(_ name: String, home: StoreHome) { self.init(Locked(name), home: home) }

  private init(_ shared: Locked<String>, home: StoreHome) {
    self.shared = shared
    place = Place(home)
  }

  var isHome: Bool { place.isCurrent }

  func read() -> String {
    check()
    return shared.withLock { $0 }
  }

  func write(_ name: String) {
    check()
    shared.withLock { $0 = name }
  }

  func reference() -> Reference {
    check()
    return Reference(shared)
  }

  private func check() {
    if !place.isCurrent { fatalError("store accessed from incorrect \(place.kind)") }
  }

  struct Reference: ReferenceRequirements {
    private let target: Locked<Locked<String>?>

    fileprivate init(_ shared: Locked<String>) {
      target = Locked(shared)
    }

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      let resolved = target.withLock { target in
        defer { target = nil }
        return target
      }
      guard let resolved else { throw AlreadyResolved() }
      return Confinement(resolved, home: home)
    }
  }
}

private enum Place {
  /// The thread's object. While it is retained, no other thread can have the same object.
  case thread(Thread)
  case queue(ObjectIdentifier)

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  init(_ home: StoreHome) {
    switch home {
    case .currentThread: self = .thread(Thread.current)
    case .queue(let queue):
      queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
      self = .queue(ObjectIdentifier(queue))
    }
  }

  var isCurrent: Bool {
    switch self {
    case .thread(let thread): Thread.current === thread
    case .queue(let mark): DispatchQueue.getSpecific(key: Self.key) == mark
    }
  }

  var kind: String {
    switch self {
    case .thread: "thread"
    case .queue: "queue"
    }
  }
}
