import Exercising

/// Relays by the names of their topics. Each keeps the latest value, and never terminates.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check RelayHub`
final class RelayHub: HubRequirements {
  init() {}

  func send(_ value: Int, to topic: String) {
    // TODO: store the value as the latest of its topic, and send it to the topic's listeners.
  }

  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void {
    // TODO: add the listener, send it the latest value, and return a closure that removes it.
    return {}
  }

  func bind(_ source: any SignalSource, to topic: String) -> () -> Void {
    // TODO: subscribe to the source, and pass on the signals that a relay may send.
    return {}
  }
}
