import Workbook

/// Sends each value to every observer.
final class Broadcast<Element> {
  private var observers: [(Element) -> Void] = []

  func subscribe(_ observer: @escaping (Element) -> Void) {
    observers.append(observer)
  }

  func send(_ value: Element) {
    for observer in observers { observer(value) }
  }
}

extension Page {
  static let broadcast = Page(
    "broadcast", "Two screens subscribe, one after the other"
  ) { transcript in
    let subject = Broadcast<Int>()
    subject.send(1)
    subject.subscribe { transcript.line("timeline: \($0)") }
    subject.send(2)
    subject.subscribe { transcript.line("detail: \($0)") }
    subject.send(3)
  }
}
