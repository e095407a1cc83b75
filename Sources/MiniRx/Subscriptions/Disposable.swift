/// Something that can be let go of, once; again is harmless.
///
/// Dropping a disposable does nothing. A subscription whose disposable was thrown away lives until
/// its sequence ends or its subject goes.
public protocol Disposable: Sendable {
  /// Lets go. For a subscription: after this returns, nothing more is delivered on this thread, not
  /// even the event that is on its way.
  func dispose()
}

extension Disposable {
  /// Hands the disposable to a bag, which disposes it when the bag goes.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
