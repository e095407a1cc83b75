/// A step in a sequence: `next* (error | completed)?`.
///
/// Nothing follows the first error or completed. Whoever sends may break that rule; every subject,
/// relay and operator of this library keeps it for whoever listens.
public enum Event<Element: Sendable>: Sendable {
  /// A value; any number of them.
  case next(Element)
  /// The end by failure.
  case error(any Error)
  /// The regular end.
  case completed
}

extension Event {
  /// The value of a `next`, or nil.
  @inlinable
  public var element: Element? {
    guard case .next(let element) = self else { return nil }
    return element
  }

  /// The error of an `error`, or nil.
  @inlinable
  public var error: (any Error)? {
    guard case .error(let error) = self else { return nil }
    return error
  }

  /// Whether this is the regular end.
  @inlinable
  public var isCompleted: Bool {
    guard case .completed = self else { return false }
    return true
  }

  /// Whether this ends the sequence, either way.
  @inlinable
  public var isStopEvent: Bool {
    guard case .next = self else { return true }
    return false
  }

  /// The same step with another value; a closure that throws turns it into an error.
  @inlinable
  public func map<Result: Sendable>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let element):
      do { return .next(try transform(element)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}
