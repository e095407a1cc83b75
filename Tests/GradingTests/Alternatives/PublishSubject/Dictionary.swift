import Exercising

/// A dictionary of observers by increasing numbers. Each observer is looked up right before a call.
final class PublishSubject: SubjectRequirements {
  private var observers: [Int: (Signal) -> Void] = [:]
  private var numbers = (1...).makeIterator()
  private var end: Signal?

  init() {}

  func on(_ signal: Signal) {
    guard end == nil else { return }
    if case .next = signal {} else { end = signal }
    for number in observers.keys.sorted() where end == nil || end == signal {
      observers[number]?(signal)
    }
    if end != nil { observers = [:] }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    if let end { observer(end) }
    guard end == nil, let number = numbers.next() else { return {} }
    observers[number] = observer
    return { [weak self] in self?.observers[number] = nil }
  }
}
