import Concurrency

/// Holds subscriptions and disposes each of them, in insertion order, when the bag is released.
///
/// The owner of the bag owns the subscriptions: those of a screen that has a bag as a property end
/// when the screen is released. To end them earlier, assign a new bag to the property.
///
/// ```swift
/// let bag = DisposeBag {
///   news.subscribe(onNext: show)
///   errors.subscribe(onNext: report)
/// }
/// ```
public final class DisposeBag: Sendable {
  /// The contents; nil once disposed.
  private let contents: Locked<[any Disposable]?>

  /// Creates an empty bag.
  public init() { contents = Locked([]) }

  /// Creates a bag with these disposables.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// Creates a bag with these disposables.
  public init(disposing disposables: [any Disposable]) { contents = Locked(disposables) }

  /// Creates a bag with the disposables listed in the closure.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  deinit { dispose() }

  /// Adds a disposable, on any thread. A disposed bag disposes it immediately.
  public func insert(_ disposable: any Disposable) { insert([disposable]) }

  /// Adds several disposables, in this order.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds several disposables, in this order.
  public func insert(_ disposables: [any Disposable]) {
    let isKept = contents.withLock { contents in
      contents?.append(contentsOf: disposables)
      return contents != nil
    }
    guard !isKept else { return }
    for disposable in disposables { disposable.dispose() }
  }

  /// Adds the disposables listed in the closure, in this order.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

  /// Not public, as in RxSwift: a bag that can be emptied explicitly invites accidental reuse.
  func dispose() {
    guard let disposables = contents.withLock({ $0.take() }) else { return }
    for disposable in disposables { disposable.dispose() }
  }
}

extension DisposeBag {
  /// Collects the disposables listed in a closure.
  @resultBuilder
  public enum DisposableBuilder {
    /// All of them, in order.
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
      disposables
    }
  }
}
