import Concurrency

/// A resource that can be disposed once; a second call has no effect.
///
/// Releasing a disposable has no effect: a subscription whose disposable was discarded lives until its
/// sequence ends or its subject is released.
public protocol Disposable: Sendable {
  /// Disposes the resource. After a subscription is disposed, it delivers no event on this thread,
  /// not even one that is still being delivered to other observers.
  func dispose()
}

extension Disposable {
  /// Inserts the disposable into a bag, which disposes it when the bag is released.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

/// Creates disposables.
public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { NothingToDispose() }

  /// A disposable that runs the closure at the first `dispose()` and then releases it.
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Disposable {
    DisposeOnce(dispose)
  }

  /// A disposable that disposes all of these, in this order.
  public static func create(_ disposables: any Disposable...) -> any Disposable {
    create(disposables)
  }

  /// A disposable that disposes all of these, in this order.
  public static func create(_ disposables: [any Disposable]) -> any Disposable {
    DisposeOnce { for disposable in disposables { disposable.dispose() } }
  }
}

private struct NothingToDispose: Disposable {
  func dispose() {}
}

private final class DisposeOnce: Disposable {
  private let action: Locked<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

  func dispose() { action.withLock { $0.take() }?() }
}
