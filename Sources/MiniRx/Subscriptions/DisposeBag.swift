import Concurrency

/// Holds subscriptions and disposes each of them, in insertion order, when the bag goes.
///
/// Whoever owns the bag thereby owns the subscriptions: a screen that keeps one as a property stops
/// listening when it is freed. To stop earlier, put a new bag in the old one's place.
public final class DisposeBag: Sendable {
  /// The contents; nil once disposed.
  private let contents: Locked<[any Disposable]?>

  /// An empty bag.
  public init() { contents = Locked([]) }

  /// A bag that holds these.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// A bag that holds these.
  public init(disposing disposables: [any Disposable]) { contents = Locked(disposables) }

  deinit { dispose() }

  /// Adds one, from any thread; a bag that was disposed disposes it at once.
  public func insert(_ disposable: any Disposable) { insert([disposable]) }

  /// Adds several, in this order.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds several, in this order.
  public func insert(_ disposables: [any Disposable]) {
    let isKept = contents.withLock { contents in
      contents?.append(contentsOf: disposables)
      return contents != nil
    }
    guard !isKept else { return }
    for disposable in disposables { disposable.dispose() }
  }

  /// Not public, as in RxSwift: a bag that its owner can empty by hand is one that is used twice.
  func dispose() {
    guard let disposables = contents.withLock({ $0.take() }) else { return }
    for disposable in disposables { disposable.dispose() }
  }
}
