/// A source that sends what a script says.
final class ScriptedSource: SignalSource {
  /// By the order in which they came; who has left leaves a gap.
  private var observers: [((Signal) -> Void)?] = []
  private var end: Signal?

  func send(_ signal: Signal) {
    guard end == nil else { return }
    if case .next = signal {} else { end = signal }
    for place in observers.indices { observers[place]?(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    if let end { observer(end) }
    let place = observers.endIndex
    observers.append(observer)
    return { self.observers[place] = nil }
  }
}
