import Exercising

/// Tells each signal to whoever listens at that moment, and nothing to anybody after the end.
final class PublishSubject: LearnersSubject {
  private struct Observer {
    let id: Int
    let tell: (Signal) -> Void
  }

  private var observers: [Observer] = []
  private var lastID = 0
  private var end: Signal?

  init() {}

  func on(_ signal: Signal) {
    guard end == nil else { return }
    // A copy, so that who comes or goes meanwhile changes nothing for this signal.
    let listening = observers
    switch signal {
    case .next: break
    case .error, .completed:
      end = signal
      observers = []
    }
    for observer in listening { observer.tell(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    if let end {
      observer(end)
      return {}
    }
    lastID += 1
    let id = lastID
    observers.append(Observer(id: id, tell: observer))
    return { self.observers.removeAll { $0.id == id } }
  }
}
