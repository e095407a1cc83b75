import MiniRx

/// Sends events, and nothing after the terminal event.
final class Ending<Element: Sendable> {
  private let size: Int
  private var buffer: [Element] = []
  private var observers: [(Event<Element>) -> Void] = []
  private var terminalEvent: Event<Element>?

  init(size: Int) { self.size = size }

  func subscribe(_ observer: @escaping (Event<Element>) -> Void) {
    for value in buffer { observer(.next(value)) }
    if let terminalEvent { return observer(terminalEvent) }
    observers.append(observer)
  }

  func on(_ event: Event<Element>) {
    guard terminalEvent == nil else { return }
    let receivers = observers
    switch event {
    case .next(let value):
      buffer.append(value)
      if buffer.count > size { buffer.removeFirst() }
    case .error, .completed:
      terminalEvent = event
      observers = []
    }
    for observer in receivers { observer(event) }
  }
}
