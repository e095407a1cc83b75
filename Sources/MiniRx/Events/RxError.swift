public import Foundation

/// An error of the library itself, apart from those that pass through it.
public enum RxError: Error, Equatable {
  /// A disposed subject was used; `object` is the name of its type.
  case disposed(object: String)
}

extension RxError: CustomStringConvertible, LocalizedError {
  /// A sentence that names the type of the object and never its address.
  public var description: String {
    switch self {
    case .disposed(let object):
      "\(object) was disposed before it was used. Keep it while it is in use, or create another one."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
