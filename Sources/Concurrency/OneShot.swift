/// A value that is set once and that threads and tasks can wait for.
///
/// The first ``fulfill(_:)`` wins. The value is released with the last reference to its owner.
public final class OneShot<Value: Sendable>: Sendable {
  private let stored = Locked<Value?>(nil)
  private let isFulfilled = Gate()

  /// Creates one without a value.
  public init() {}

  /// Sets the value and resumes all that wait for it, unless there is one already.
  ///
  /// - Returns: whether this call has set the value.
  @discardableResult
  public func fulfill(_ value: consuming Value) -> Bool {
    // Moved into place: the calling thread keeps no reference, which it would release at any later
    // time.
    var value: Value? = consume value
    let isFirst = stored.withLock { stored in
      guard stored == nil else { return false }
      swap(&stored, &value)
      return true
    }
    if isFirst { isFulfilled.open() }
    return isFirst
  }

  /// Blocks the calling thread until there is a value.
  @available(*, noasync, message: "use value")
  public func wait() -> Value {
    isFulfilled.wait()
    return current
  }

  /// The value, once there is one. As with `Task.value`, cancellation does not end the wait.
  public var value: Value {
    get async {
      await isFulfilled.opened()
      return current
    }
  }

  /// The value, once there is one; nil if the waiting task is cancelled first.
  public var valueUnlessCancelled: Value? {
    get async { await isFulfilled.passed() ? current : nil }
  }

  private var current: Value {
    guard let value = stored.withLock({ $0 }) else { fatalError("fulfilled without a value") }
    return value
  }
}
