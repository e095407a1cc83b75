public import Foundation

/// A step in a sequence: `next* (error | completed)?`.
///
/// No event follows the first `error` or `completed`. A sender may break that rule; every subject,
/// relay and operator of this library enforces it for its observers.
public enum Event<Element: Sendable>: Sendable {
  /// A value; there may be any number of them.
  case next(Element)
  /// The sequence failed.
  case error(any Error)
  /// The sequence ended successfully.
  case completed
}

extension Event {
  @inlinable
  public var element: Element? {
    guard case .next(let element) = self else { return nil }
    return element
  }

  @inlinable
  public var error: (any Error)? {
    guard case .error(let error) = self else { return nil }
    return error
  }

  @inlinable
  public var isCompleted: Bool {
    guard case .completed = self else { return false }
    return true
  }

  /// Whether this is a terminal event: `error` or `completed`.
  @inlinable
  public var isStopEvent: Bool {
    guard case .next = self else { return true }
    return false
  }

  /// The same step with a transformed value; a thrown error becomes an `error` step.
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

/// Prints as in RxSwift: `next(1)`, `completed`, `error(boom)`, also in string interpolation and
/// `String(reflecting:)`.
extension Event: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }

  public var debugDescription: String { description }
}

/// An error of the library itself; all other errors come from the code that uses it.
public enum RxError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// A disposed subject was used; `object` is the name of its type.
  case disposed(object: String)

  /// A sentence with the type of the object, but not its address.
  public var description: String {
    switch self {
    case .disposed(let object):
      "\(object) was disposed before it was used. Keep it while it is in use, or create another one."
    }
  }

  public var errorDescription: String? { description }
}
