public import Synchronization

/// Goes up once and stays up; may be asked and raised from any thread.
@usableFromInline
struct StopFlag: ~Copyable, Sendable {
  @usableFromInline let raised: Atomic<Bool>

  @inlinable
  init() { raised = Atomic(false) }

  /// Relaxed, since nothing but the flag itself is handed over by it.
  @inlinable var isUp: Bool { raised.load(ordering: .relaxed) }

  /// Raises the flag.
  ///
  /// - Returns: whether this call did it, and not an earlier one.
  @inlinable
  func raise() -> Bool { !raised.exchange(true, ordering: .relaxed) }
}
