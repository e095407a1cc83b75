import Exercising

/// Tells the last values to each newcomer, oldest first, and then what comes.
final class ReplayBuffer: LearnersReplay {
  private let size: Int
  private var kept: [Signal] = []
  private var end: Signal?
  private var observers: [Observer] = []

  init(size: Int) {
    self.size = size
  }

  func on(_ signal: Signal) {
    guard end == nil else { return }
    // A copy, so that who comes or goes meanwhile changes nothing for this signal.
    let listening = observers
    switch signal {
    case .next: keep(signal)
    case .error, .completed:
      end = signal
      observers = []
    }
    for observer in listening { observer.hear(signal) }
  }

  func subscribe(_ tell: @escaping (Signal) -> Void) -> () -> Void {
    let observer = Observer(tell, first: kept)
    if let end {
      observer.hear(end)
    } else {
      observers.append(observer)
    }
    observer.catchUp()
    return {
      observer.leave()
      self.observers.removeAll { $0 === observer }
    }
  }

  private func keep(_ value: Signal) {
    kept.append(value)
    if kept.count > size { kept.removeFirst() }
  }
}

/// Hears what was kept before anything new.
private final class Observer {
  private var tell: ((Signal) -> Void)?
  private var waiting: [Signal]
  private var isNew = true

  init(_ tell: @escaping (Signal) -> Void, first kept: [Signal]) {
    self.tell = tell
    waiting = kept
  }

  func hear(_ signal: Signal) {
    if isNew {
      waiting.append(signal)
    } else {
      tell?(signal)
    }
  }

  func catchUp() {
    while !waiting.isEmpty { tell?(waiting.removeFirst()) }
    isNew = false
  }

  func leave() { tell = nil }
}
