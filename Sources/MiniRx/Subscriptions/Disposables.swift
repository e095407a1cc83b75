import Concurrency

/// Ways to make a ``Disposable``.
public enum Disposables {
  /// One that does nothing.
  public static func create() -> any Disposable { NothingToDispose() }

  /// One that runs the closure at the first `dispose()` and drops it then, with all it captured.
  public static func create(with dispose: @escaping @Sendable () -> Void) -> any Disposable {
    DisposeOnce(dispose)
  }

  /// One that disposes all of these, in this order.
  public static func create(_ disposables: any Disposable...) -> any Disposable {
    create(disposables)
  }

  /// One that disposes all of these, in this order.
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
