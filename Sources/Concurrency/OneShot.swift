/// A value that is set once and can be awaited by threads and tasks.
///
/// The first ``fulfill(_:)`` wins. The value is released with the last reference to its owner.
public final class OneShot<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)
  private let isFulfilled = Gate()

  public init() {}

  /// Sets the value and resumes all waiters, unless already set. Returns whether this call set it.
  @discardableResult
  public func fulfill(_ value: consuming Value) -> Bool {
    // Moved, not copied: a reference left on this thread could be released at any later time.
    var value: Value? = consume value
    let isFirst = stored.withLock { stored in
      guard stored == nil else { return false }
      swap(&stored, &value)
      return true
    }
    if isFirst { isFulfilled.open() }
    return isFirst
  }

  /// Blocks the calling thread until the value is set.
  @available(*, noasync, message: "use value")
  public func wait() -> Value {
    isFulfilled.wait()
    return current
  }

  /// Waits for the value. As with `Task.value`, cancellation does not end the wait.
  public var value: Value {
    get async {
      await isFulfilled.opened()
      return current
    }
  }

  /// Waits for the value; nil if the waiting task is cancelled first.
  public var valueUnlessCancelled: Value? {
    get async { await isFulfilled.passed() ? current : nil }
  }

  private var current: Value {
    guard let value = stored.withLock({ $0 }) else { fatalError("fulfilled without a value") }
    return value
  }
}
