internal import Concurrency

/// Keeps one handler listening, until it is released or ended.
public final class Binding: Sendable {
  private struct Ending {
    let run: @Sendable () -> Void
  }

  private let ending: Locked<Ending?>

  /// - Parameter end: is called once, when the binding is ended or goes.
  public init(_ end: @escaping @Sendable () -> Void) { ending = Locked(Ending(run: end)) }

  /// Ends it and lets go of the handler, which is not called any more, except where it is being called
  /// just now. A second time does nothing.
  public func end() {
    let ending = ending.withLock { ending in
      defer { ending = nil }
      return ending
    }
    ending?.run()
  }

  deinit { end() }
}
