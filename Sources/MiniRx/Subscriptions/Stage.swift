import Concurrency
public import Synchronization

/// One operator in one subscription: `next* (error | completed)?`, then upstream is disposed.
///
/// The stage stands between the upstream sequence of an operator and its subscriber. It stops
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

  /// Keeps the disposable of upstream, or disposes it at once if the stage has ended; called once.
  @usableFromInline
  func attach(_ disposable: any Disposable) {
    let isLate = upstream.withLock { upstream in
      if case .released = upstream { return true }
      upstream = .attached(disposable)
      return false
    }
    if isLate { disposable.dispose() }
  }

  /// Forwards one event; after a terminal one it disposes upstream.
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

  /// Ends the downstream sequence with a terminal event, unless it has ended; `afterwards` runs between
  /// the subscriber's closure and the disposal of upstream.
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

/// A flag that is raised once and never lowered, on any thread.
@usableFromInline
struct StopFlag: ~Copyable, Sendable {
  @usableFromInline let raised: Atomic<Bool>

  @inlinable
  init() { raised = Atomic(false) }

  /// Relaxed: the flag orders no other memory access.
  @inlinable var isUp: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag.
  ///
  /// - Returns: whether this call has raised it.
  @inlinable
  func raise() -> Bool { !raised.exchange(true, ordering: .relaxed) }
}
