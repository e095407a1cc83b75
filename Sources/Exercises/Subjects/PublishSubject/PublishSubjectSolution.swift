import Exercising

/// Sends each signal to the current observers, and nothing after the terminal event.
final class PublishSubject: SubjectRequirements {
  private final class Observer {
    /// Nil when the observer has left.
    var handler: ((Signal) -> Void)?

    init(_ handler: @escaping (Signal) -> Void) { self.handler = handler }
  }

  private var observers: [Observer] = []
  private var end: Signal?

  init() {}

  func on(_ signal: Signal) {
    guard end == nil else { return }
    // A copy, so that an observer that arrives during the delivery does not receive this signal.
    let recipients = observers
    switch signal {
    case .next: break
    case .error, .completed:
      end = signal
      observers = []
    }
    for observer in recipients {
      // An observer may have ended the sequence, and then nothing follows, not even this value.
      if end == nil || end == signal { observer.handler?(signal) }
    }
  }

  func subscribe(_ handler: @escaping (Signal) -> Void) -> () -> Void {
    if let end {
      handler(end)
      return {}
    }
    let observer = Observer(handler)
    observers.append(observer)
    return {
      observer.handler = nil
      self.observers.removeAll { $0 === observer }
    }
  }
}
