/// Prints as RxSwift prints: `next(1)`, `completed`, `error(boom)`; `print`, interpolation and
/// `String(reflecting:)` agree.
extension Event: CustomStringConvertible, CustomDebugStringConvertible {
  /// The case with its payload in brackets.
  public var description: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
