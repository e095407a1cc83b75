import Exercising

/// Sends the values of several sources to the observers of one page.
///
/// It misbehaves: the task is in Task.md. Check it: `swift run workbook check Feed`
final class Feed: FeedRequirements {
  private var observers: [(Signal) -> Void] = []
  private var hasEnded = false

  init() {}

  func subscribe(_ observer: @escaping (Signal) -> Void) { observers.append(observer) }

  func add(_ source: any SignalSource) {
    _ = source.subscribe { signal in self.send(signal) }
  }

  private func send(_ signal: Signal) {
    if hasEnded { return }
    switch signal {
    case .next: break
    case .error, .completed: hasEnded = true
    }
    for observer in observers { observer(signal) }
  }
}
