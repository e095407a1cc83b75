import Exercising

/// Relays, each known by the name of its topic: they keep the latest value, and nothing ends them.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check RelayHub`
final class RelayHub: LearnersHub {
  init() {}

  func send(_ value: Int, to topic: String) {
    // TODO: keep the value as the latest of its topic, and tell whoever listens to that.
  }

  func listen(to topic: String, _ listener: @escaping (Int) -> Void) -> () -> Void {
    // TODO: remember the listener, tell it the latest, and give back a closure that forgets it.
    return {}
  }

  func bind(_ source: any SignalSource, to topic: String) -> () -> Void {
    // TODO: subscribe to the source, and pass on what a relay may send.
    return {}
  }
}
