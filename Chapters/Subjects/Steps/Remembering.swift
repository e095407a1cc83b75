import Workbook

/// Keeps the last values, and sends them to each new observer first.
final class Remembering<Element> {
  private let size: Int
  private var buffer: [Element] = []
  private var observers: [(Element) -> Void] = []

  init(size: Int) { self.size = size }

  func subscribe(_ observer: @escaping (Element) -> Void) {
    for value in buffer { observer(value) }
    observers.append(observer)
  }

  func send(_ value: Element) {
    buffer.append(value)
    if buffer.count > size { buffer.removeFirst() }
    for observer in observers { observer(value) }
  }
}

extension Page {
  static let remembering = Page(
    "remembering", "What does a screen show that opens now?"
  ) { transcript in
    let likes = Remembering<Int>(size: 1)
    likes.subscribe { transcript.line("timeline: \($0) likes") }
    likes.send(10)
    likes.send(11)
    likes.subscribe { transcript.line("detail: \($0) likes") }
    likes.send(12)
  }
}
