internal import Concurrency

/// How a commit reaches a store that may be used elsewhere only: through its loop.
final class Doorbell: @unchecked Sendable {
  // Unchecked because `store` is set before the doorbell is shared, and taken only where the store is
  // confined.
  let confinement: Confinement
  weak var store: ConfinedStore?
  private let loop: (any TaskLoop)?

  private struct Rings {
    var isWaiting = false
    var byOthers = false
  }
  private let rings = Locked(Rings())

  init(loop: (any TaskLoop)?, confinement: Confinement) {
    self.loop = loop
    self.confinement = confinement
  }

  /// Whether anybody will ever answer.
  var hasLoop: Bool { loop != nil }

  /// Lets the store look at what changed, at the next turn of its loop; several rings are one turn.
  func ring(byOther: Bool) {
    guard let loop else { return }
    let isFirst = rings.withLock { rings in
      rings.byOthers = rings.byOthers || byOther
      defer { rings.isWaiting = true }
      return !rings.isWaiting
    }
    if isFirst { loop.enqueue { self.answer() } }
  }

  /// Runs a task with the store where it is confined.
  func enqueue(_ task: @escaping @Sendable (Doorbell) -> Void) {
    loop?.enqueue { task(self) }
  }

  private func answer() {
    let byOthers = rings.withLock { rings in
      defer { rings = Rings() }
      return rings.byOthers
    }
    store?.turn(afterOthers: byOthers)
  }
}
