import Concurrency

/// A resource that can be disposed once; a second call has no effect.
///
/// Releasing a disposable has no effect: a subscription whose disposable was discarded lives until
/// its sequence ends or its subject is released.
public protocol Disposable: Sendable {
  /// Disposes the resource. After a subscription is disposed, it delivers no event on this thread,
  /// not even one that is still being delivered to other observers.
  func dispose()
}

extension Disposable {
  /// Inserts the disposable into a bag, which disposes it when the bag is released.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}

public enum Disposables {
  /// A disposable that does nothing.
  public static func create() -> any Disposable { DisposeOnce {} }

  /// A disposable that runs the closure at the first `dispose()` and then releases it.
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Disposable {
    DisposeOnce(dispose)
  }

  /// A disposable that disposes all of these, in this order.
  public static func create(_ disposables: any Disposable...) -> any Disposable {
    DisposeOnce { for disposable in disposables { disposable.dispose() } }
  }
}

private final class DisposeOnce: Disposable {
  private let action: Locked<(@Sendable () -> Void)?>

  init(_ action: @escaping @Sendable () -> Void) { self.action = Locked(action) }

  func dispose() { action.withLock { $0.take() }?() }
}

/// Holds subscriptions and disposes each of them, in insertion order, when the bag is released.
///
/// To end them earlier, assign a new bag to the property that holds it.
public final class DisposeBag: Sendable {
  /// The contents; nil once disposed.
  private let contents = Locked<[any Disposable]?>([])

  public init() {}

  deinit { dispose() }

  /// Adds a disposable, on any thread. A disposed bag disposes it immediately.
  public func insert(_ disposable: any Disposable) {
    let isKept = contents.withLock { contents in
      contents?.append(disposable)
      return contents != nil
    }
    if !isKept { disposable.dispose() }
  }

  /// Not public, as in RxSwift: a bag that can be emptied explicitly invites accidental reuse.
  func dispose() {
    guard let disposables = contents.withLock({ $0.take() }) else { return }
    for disposable in disposables { disposable.dispose() }
  }
}
