internal import Concurrency

/// Signals a store on another thread, through its loop, that a commit has changed the file.
final class ChangeSignal: @unchecked Sendable {
  // Unchecked because `store` is set before sharing the signal, and used only where it is confined.
  let confinement: Confinement
  weak var store: ConfinedStore?
  fileprivate let loop: (any TaskLoop)?

  private struct Pending {
    var isWaiting = false
    var byOthers = false
    var hasEnded = false
  }
  private let pending = Locked(Pending())

  init(confinement: Confinement) {
    loop = confinement.loop
    self.confinement = confinement
  }

  var hasLoop: Bool { loop != nil && !hasEnded }

  var hasEnded: Bool { pending.withLock { $0.hasEnded } }

  func end() { pending.withLock { $0.hasEnded = true } }

  /// Makes the store check for changes at its loop's next turn: one turn for several signals.
  func signal(byOther: Bool) {
    guard let loop else { return }
    let isFirst = pending.withLock { pending in
      pending.byOthers = pending.byOthers || byOther
      return !exchange(&pending.isWaiting, with: true) && !pending.hasEnded
    }
    // A loop that refuses the task has ended, and so have its store's observers.
    if isFirst { _ = loop.enqueue { self.processSignal() } }
  }

  private func processSignal() {
    let byOthers = pending.withLock { pending in
      defer { (pending.isWaiting, pending.byOthers) = (false, false) }
      return pending.byOthers
    }
    store?.turn(afterOthers: byOthers)
  }
}

/// Retains a store for other threads; releases it, its observers and queued writes where confined.
final class StoreHandle: @unchecked Sendable {
  // Unchecked because `store` is set once, and taken once where the store is confined.
  private var store: ConfinedStore?
  private let changeSignal: ChangeSignal

  init(_ store: ConfinedStore) {
    self.store = store
    changeSignal = store.changeSignal
  }

  func belongs(to store: ConfinedStore) -> Bool { changeSignal === store.changeSignal }

  /// Runs a task where the store is confined, and releases the store there. Call it once, from any
  /// thread. The task does not run if the loop has ended, which has ended all observers and writes.
  func perform(_ task: @escaping @Sendable (ConfinedStore) -> Void) {
    let isAccepted = changeSignal.loop?.enqueue {
      if let store = self.store.take() { task(store) }
    }
    if isAccepted != true { changeSignal.confinement.release(self) }
  }
}
