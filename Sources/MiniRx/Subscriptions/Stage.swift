import Concurrency
public import Synchronization

/// One operator in one subscription: `next* (error | completed)?`, then upstream is disposed.
///
/// It stops at the first terminal event, on `dispose()`, or when the operator itself fails.
@usableFromInline
final class Stage: Disposable {
  @usableFromInline let stopped = StopFlag()
  private let upstream = Locked<(disposable: (any Disposable)?, isReleased: Bool)>((nil, false))

  @usableFromInline
  init() {}

  @inlinable var isStopped: Bool { stopped.isUp }

  /// Keeps the disposable of upstream, or disposes it at once if the stage has ended. Called once.
  @usableFromInline
  func attach(_ disposable: any Disposable) {
    let isLate = upstream.withLock { upstream in
      if !upstream.isReleased { upstream.disposable = disposable }
      return upstream.isReleased
    }
    if isLate { disposable.dispose() }
  }

  /// Forwards one event; after a terminal event, disposes upstream.
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

  /// Ends the downstream sequence with a terminal event, unless it has already ended.
  @inlinable
  func finish<Element>(
    with terminal: Event<Element>, to downstream: @Sendable (Event<Element>) -> Void
  ) {
    guard stopped.raise() else { return }
    downstream(terminal)
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
      upstream.isReleased = true
      return upstream.disposable.take()
    }
    former?.dispose()
  }
}

/// A thread-safe flag that is raised once and never lowered.
@usableFromInline
struct StopFlag: ~Copyable, Sendable {
  @usableFromInline let raised: Atomic<Bool>

  @inlinable
  init() { raised = Atomic(false) }

  /// Relaxed: the flag orders no other memory access.
  @inlinable var isUp: Bool { raised.load(ordering: .relaxed) }

  /// - Returns: Whether this call raised the flag.
  @inlinable
  func raise() -> Bool { !raised.exchange(true, ordering: .relaxed) }
}
