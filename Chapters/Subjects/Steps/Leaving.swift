import MiniRx
import Workbook

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

/// Sends events to observers until they leave, and nothing after the terminal event.
final class Leaving<Element: Sendable> {
  private let size: Int
  private var buffer: [Element] = []
  private var observers: [(id: Int, handler: (Event<Element>) -> Void)] = []
  private var lastID = 0
  private var terminalEvent: Event<Element>?

  init(size: Int) { self.size = size }

  func subscribe(_ handler: @escaping (Event<Element>) -> Void) -> () -> Void {
    for value in buffer { handler(.next(value)) }
    if let terminalEvent {
      handler(terminalEvent)
      return {}
    }
    lastID += 1
    let id = lastID
    observers.append((id, handler))
    return { self.observers.removeAll { $0.id == id } }
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
    for receiver in receivers { receiver.handler(event) }
  }
}

extension Page {
  static let leaving = Page("leaving", "The timeline closes the detail screen") { transcript in
    let subject = Leaving<Int>(size: 0)
    var closeDetail: () -> Void = {}
    _ = subject.subscribe { event in
      transcript.line("timeline: \(event)")
      closeDetail()
    }
    closeDetail = subject.subscribe { transcript.line("detail: \($0)") }
    subject.on(.next(1))
    subject.on(.next(2))
  }
}
