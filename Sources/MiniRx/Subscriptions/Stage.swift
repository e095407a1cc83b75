import Concurrency

/// One operator in one subscription: `next* (error | completed)?`, then upstream is let go.
///
/// The stage stands between what an operator hears from above and whoever listens below. It stops
/// at the first terminal event, at a `dispose()`, or when the operator itself fails, and it
/// disposes upstream then, also when upstream's disposable comes only after the end, as it does for
/// a sequence that ends while it is being subscribed to.
@usableFromInline
final class Stage: Disposable {
  @usableFromInline let stopped = StopFlag()
  private let upstream = Locked(Upstream.awaited)

  private enum Upstream: Sendable {
    case awaited
    case attached(any Disposable)
    case released
  }

  @usableFromInline
  init() {}

  @inlinable var isStopped: Bool { stopped.isUp }

  /// Keeps what upstream returned, or disposes it at once if the stage has ended; to be called once.
  @usableFromInline
  func attach(_ disposable: any Disposable) {
    let isLate = upstream.withLock { upstream in
      if case .released = upstream { return true }
      upstream = .attached(disposable)
      return false
    }
    if isLate { disposable.dispose() }
  }

  /// Passes one event on; after a terminal one upstream is let go.
  @inlinable
  func forward<Element>(
    _ event: Event<Element>, to downstream: @Sendable (Event<Element>) -> Void
  ) {
    if case .next = event {
      if !isStopped { downstream(event) }
    } else {
      finish(with: event, to: downstream)
    }
  }

  /// Ends the sequence below with a terminal event, unless it has ended; `afterwards` runs after the
  /// subscriber's own ending and before upstream's.
  @inlinable
  func finish<Element>(
    with terminal: Event<Element>, to downstream: @Sendable (Event<Element>) -> Void,
    afterwards: () -> Void = {}
  ) {
    guard stopped.raise() else { return }
    downstream(terminal)
    afterwards()
    release()
  }

  @usableFromInline
  func dispose() {
    _ = stopped.raise()
    release()
  }

  @usableFromInline
  func release() {
    let former = upstream.withLock { upstream in
      defer { upstream = .released }
      return upstream
    }
    if case .attached(let disposable) = former { disposable.dispose() }
  }
}
