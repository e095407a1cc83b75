/// What the library itself reports, apart from the errors that pass through it.
public enum RxError: Error, Equatable {
  /// Something was asked of a subject after its `dispose()`; `object` is the name of its type.
  case disposed(object: String)
}

extension RxError: CustomStringConvertible {
  /// A sentence that names the type of the object and never its address.
  public var description: String {
    switch self {
    case .disposed(let object):
      "\(object) was disposed before. Keep it for as long as somebody uses it, or make a new one."
    }
  }
}
