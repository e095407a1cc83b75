import MiniRx
import Testing

/// Sends each value to every observer.
private final class Broadcast<Element> {
  private var observers: [(Element) -> Void] = []

  func subscribe(_ observer: @escaping (Element) -> Void) { observers.append(observer) }

  func send(_ value: Element) {
    for observer in observers { observer(value) }
  }
}

/// Sends events, and nothing after the terminal event.
private final class EndingBroadcast<Element: Sendable> {
  private var observers: [(Event<Element>) -> Void] = []
  private var terminalEvent: Event<Element>?

  func subscribe(_ observer: @escaping (Event<Element>) -> Void) {
    if let terminalEvent { return observer(terminalEvent) }
    observers.append(observer)
  }

  func on(_ event: Event<Element>) {
    guard terminalEvent == nil else { return }
    let receivers = observers
    if event.isStopEvent {
      terminalEvent = event
      observers = []
    }
    for observer in receivers { observer(event) }
  }
}

/// Keeps the last values for late subscribers.
private final class ReplayingBroadcast<Element: Sendable> {
  private let size: Int
  private let live = EndingBroadcast<Element>()
  private var buffer: [Element] = []
  private var hasEnded = false

  init(size: Int) { self.size = size }

  func subscribe(_ observer: @escaping (Event<Element>) -> Void) {
    for value in buffer { observer(.next(value)) }
    live.subscribe(observer)
  }

  func on(_ event: Event<Element>) {
    guard !hasEnded else { return }
    hasEnded = event.isStopEvent
    if let value = event.element { buffer = (buffer + [value]).suffix(size) }
    live.on(event)
  }
}

struct `A subject in steps` {
  @Test
  func `begins as a list of closures`() {
    let subject = Broadcast<Int>()
    var lines: [String] = []
    subject.send(1)
    subject.subscribe { lines.append("observer1: \($0)") }
    subject.send(2)
    subject.subscribe { lines.append("observer2: \($0)") }
    subject.send(3)
    #expect(lines == ["observer1: 2", "observer1: 3", "observer2: 3"])
  }

  @Test
  func `ends once, even for late subscribers`() {
    let subject = EndingBroadcast<Int>()
    var lines: [String] = []
    subject.subscribe { lines.append("observer1: \($0)") }
    subject.on(.next(1))
    subject.on(.completed)
    subject.on(.next(2))
    subject.subscribe { lines.append("late: \($0)") }
    #expect(lines == ["observer1: next(1)", "observer1: completed", "late: completed"])
  }

  @Test
  func `replays its stored values`() {
    let subject = ReplayingBroadcast<Int>(size: 2)
    var lines: [String] = []
    for number in 1...3 { subject.on(.next(number)) }
    subject.subscribe { lines.append("observer1: \($0)") }
    subject.on(.next(4))
    subject.on(.completed)
    subject.subscribe { lines.append("late: \($0)") }
    #expect(
      lines == [
        "observer1: next(2)", "observer1: next(3)", "observer1: next(4)",
        "observer1: completed", "late: next(3)", "late: next(4)", "late: completed",
      ])
  }
}
