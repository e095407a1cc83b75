import Exercising

/// Sends the buffered values to each new observer, oldest first, and then the signals that follow.
final class ReplayBuffer: ReplayRequirements {
  private let size: Int
  private var buffer: [Signal] = []
  private var end: Signal?
  private var observers: [Observer] = []

  init(size: Int) {
    self.size = size
  }

  func on(_ signal: Signal) {
    guard end == nil else { return }
    // A copy, so that changes of the list during the delivery do not affect this signal.
    let recipients = observers
    switch signal {
    case .next: keep(signal)
    case .error, .completed:
      end = signal
      observers = []
    }
    for observer in recipients {
      // An observer may have ended the sequence, and then nothing follows, not even this value.
      if end == nil || end == signal { observer.receive(signal) }
    }
  }

  func subscribe(_ handler: @escaping (Signal) -> Void) -> () -> Void {
    let observer = Observer(handler, first: buffer)
    if let end {
      observer.receive(end)
    } else {
      observers.append(observer)
    }
    observer.catchUp()
    return {
      observer.dispose()
      self.observers.removeAll { $0 === observer }
    }
  }

  private func keep(_ value: Signal) {
    buffer.append(value)
    if buffer.count > size { buffer.removeFirst() }
  }
}

/// Receives the buffered values before any later signal.
private final class Observer {
  private var handler: ((Signal) -> Void)?
  private var pending: [Signal]
  private var isReplaying = true

  init(_ handler: @escaping (Signal) -> Void, first buffer: [Signal]) {
    self.handler = handler
    pending = buffer
  }

  func receive(_ signal: Signal) {
    if isReplaying {
      pending.append(signal)
    } else {
      handler?(signal)
    }
  }

  func catchUp() {
    while !pending.isEmpty { handler?(pending.removeFirst()) }
    isReplaying = false
  }

  func dispose() { handler = nil }
}
