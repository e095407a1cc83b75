import Exercising

/// Sends the values of several sources to the observers of one page.
final class Feed: FeedRequirements {
  private var observers: [(Signal) -> Void] = []

  init() {}

  func subscribe(_ observer: @escaping (Signal) -> Void) { observers.append(observer) }

  func add(_ source: any SignalSource) {
    _ = source.subscribe { signal in
      // Only values are forwarded, because the end of a source does not end the feed.
      if case .next = signal { self.send(signal) }
    }
  }

  private func send(_ signal: Signal) {
    for observer in observers { observer(signal) }
  }
}
