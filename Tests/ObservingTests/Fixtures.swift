import Concurrency
import Observing
import TestSupport

extension Recorder<String> {
  /// A handler that records each change under its name: `first Jake -> Taylor`.
  func handler(_ name: String) -> @Sendable (Change<String>) -> Void {
    { [self] change in record("\(name) \(change.old) -> \(change.new)") }
  }
}

/// A binding that its own handler can end.
final class LateBinding: Sendable {
  private let binding = Locked<Binding?>(nil)

  func keep(_ binding: Binding) { self.binding.withLock { $0 = binding } }

  func end() { binding.withLock { $0 }?.end() }
}
