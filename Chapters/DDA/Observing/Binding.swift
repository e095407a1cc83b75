internal import Concurrency

/// Retains one handler, until it is ended or released.
public final class Binding: Sendable {
  private struct End {
    let run: @Sendable () -> Void
  }

  private let whenEnded: Locked<End?>

  /// - Parameter end: called once, when the binding is ended or released.
  public init(_ end: @escaping @Sendable () -> Void) { whenEnded = Locked(End(run: end)) }

  /// Releases the handler, which is not called again; a call that is running on another thread goes on.
  ///
  /// A second call has no effect.
  public func end() {
    let end = whenEnded.withLock { end in
      defer { end = nil }
      return end
    }
    end?.run()
  }

  deinit { end() }
}
