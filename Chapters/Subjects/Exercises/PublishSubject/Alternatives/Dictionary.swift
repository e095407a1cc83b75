import Exercising

/// Observers by increasing numbers, which are their order.
final class PublishSubject: LearnersSubject {
  private enum Phase {
    case open([Int: (Signal) -> Void])
    case ended(Signal)
  }

  private var phase = Phase.open([:])
  private var numbers = (1...).makeIterator()

  init() {}

  func on(_ signal: Signal) {
    guard case .open(let observers) = phase else { return }
    if case .next = signal {} else { phase = .ended(signal) }
    for number in observers.keys.sorted() { observers[number]?(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    switch phase {
    case .ended(let end):
      observer(end)
      return {}
    case .open(var observers):
      guard let number = numbers.next() else { return {} }
      observers[number] = observer
      phase = .open(observers)
      return { [weak self] in self?.forget(number) }
    }
  }

  private func forget(_ number: Int) {
    guard case .open(var observers) = phase else { return }
    observers[number] = nil
    phase = .open(observers)
  }
}
