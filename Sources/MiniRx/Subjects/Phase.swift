/// How far a subject is: `open → ended → disposed`, where the middle may be left out.
@usableFromInline
enum Phase<Element: Sendable>: Sendable {
  case open
  /// The terminal event that came first.
  case ended(Event<Element>)
  case disposed

  @inlinable var isOpen: Bool {
    guard case .open = self else { return false }
    return true
  }

  @inlinable var isDisposed: Bool {
    guard case .disposed = self else { return false }
    return true
  }
}
