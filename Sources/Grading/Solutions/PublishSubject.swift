import Exercising

/// Sends each signal to the current observers, and nothing after the terminal event.
final class PublishSubject: LearnersSubject {
  private struct Observer {
    let id: Int
    let receive: (Signal) -> Void
  }

  private var observers: [Observer] = []
  private var lastID = 0
  private var end: Signal?

  init() {}

  func on(_ signal: Signal) {
    guard end == nil else { return }
    // A copy, so that changes of the list during the delivery do not affect this signal.
    let recipients = observers
    switch signal {
    case .next: break
    case .error, .completed:
      end = signal
      observers = []
    }
    for observer in recipients { observer.receive(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    if let end {
      observer(end)
      return {}
    }
    lastID += 1
    let id = lastID
    observers.append(Observer(id: id, receive: observer))
    return { self.observers.removeAll { $0.id == id } }
  }
}
