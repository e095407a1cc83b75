import Exercising
import Foundation

/// A name that is used in one place only; elsewhere the process ends.
final class Confinement: LearnersConfinement {
  private let cell: Cell
  private let place: Place

  init(_ name: String, home: StoreHome) {
    cell = Cell(name)
    place = Place(home)
  }

  private init(_ cell: Cell, home: StoreHome) {
    self.cell = cell
    place = Place(home)
  }

  var isHome: Bool { place.isPresent }

  func read() -> String {
    check()
    return cell.name
  }

  func write(_ name: String) {
    check()
    cell.name = name
  }

  func reference() -> Reference {
    check()
    return Reference(cell)
  }

  private func check() {
    if !place.isPresent { fatalError("store accessed from incorrect \(place.kind)") }
  }

  final class Reference: LearnersReference, @unchecked Sendable {
    // Unchecked because `cell` is reached under `lock` only.
    private let lock = NSLock()
    private var cell: Cell?

    fileprivate init(_ cell: Cell) {
      self.cell = cell
    }

    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      let cell = lock.withLock {
        defer { self.cell = nil }
        return self.cell
      }
      guard let cell else { throw AlreadyResolved() }
      return Confinement(cell, home: home)
    }
  }
}

/// The name, which all stores that came from one share.
private final class Cell: @unchecked Sendable {
  // Unchecked because `kept` is reached under `lock` only.
  private let lock = NSLock()
  private var kept: String

  init(_ name: String) {
    kept = name
  }

  var name: String {
    get { lock.withLock { kept } }
    set { lock.withLock { kept = newValue } }
  }
}

private enum Place {
  /// The thread's object, which is held: as long as it lives, no other thread has it.
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

  var isPresent: Bool {
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
