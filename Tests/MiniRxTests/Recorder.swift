import Concurrency
import MiniRx

/// What several observers heard, a line each, in the order in which they heard it.
final class Recorder: Sendable {
  private let lines = Locked<[String]>([])

  var history: [String] { lines.withLock { $0 } }

  func record(_ line: String) { lines.withLock { $0.append(line) } }

  /// A closure that records every event under this name and then does the rest.
  func hear<Element>(
    _ name: String, then rest: @escaping @Sendable (Event<Element>) -> Void = { _ in }
  ) -> @Sendable (Event<Element>) -> Void {
    { event in
      self.record("\(name) \(event)")
      rest(event)
    }
  }

  /// A closure that records every event under this name and keeps the object while it lives.
  func hear<Element>(_ name: String, keeping object: Mortal) -> @Sendable (Event<Element>) -> Void {
    hear(name) { _ in _ = object }
  }

  /// An object that records when it goes.
  func mortal(_ name: String) -> Mortal { Mortal(name) { self.record("\(name) gone") } }
}

/// Calls a closure when it goes; as a capture or as a value it shows when that is.
final class Mortal: Sendable, CustomStringConvertible {
  let description: String
  private let onEnd: @Sendable () -> Void

  init(_ name: String, onEnd: @escaping @Sendable () -> Void = {}) {
    description = name
    self.onEnd = onEnd
  }

  deinit { onEnd() }
}

/// A subscription that its own observer can dispose, since it is there before the observer is.
final class LateSubscription: Disposable {
  private let subscription = Locked<(any Disposable)?>(nil)

  func keep(_ disposable: any Disposable) { subscription.withLock { $0 = disposable } }

  func dispose() { subscription.withLock { $0 }?.dispose() }
}

/// What goes wrong in these tests.
enum Mishap: Error {
  case boom
  case bang
}
