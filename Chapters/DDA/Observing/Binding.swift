/// Keeps one handler listening, until it is released or ended.
public final class Binding: Sendable {
  private let leave: @Sendable () -> Void

  /// - Parameter leave: is called by ``end()`` and again when the binding goes, so a second call must do
  ///   nothing.
  public init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  /// Ends it; the handler is not called any more, except where it is being called just now.
  public func end() { leave() }

  deinit { leave() }
}
