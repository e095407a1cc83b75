public import Concurrency

/// A ``PublishSubject`` that cannot end: it accepts values and nothing else.
///
/// An error or completed cannot be sent to it, so no source and no client can end it.
public final class PublishRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject = PublishSubject<Element>()

  /// A relay without observers.
  public init() {}

  /// Calls all observers with the value, on this thread, before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Adds an observer, which receives what is accepted afterwards.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}

/// A ``BehaviorSubject`` that cannot end: a value that can be read, replaced and observed.
///
/// An error or completed cannot be sent to it, so ``value`` has nothing to throw.
public final class BehaviorRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject: BehaviorSubject<Element>
  /// The subject's own, one step nearer: reading ``value`` through the subject takes twice as long.
  @usableFromInline let state: Locked<BehaviorSubject<Element>.State>

  /// - Parameter value: the value until one is accepted.
  public init(value: Element) {
    subject = BehaviorSubject(value: value)
    state = subject.state
  }

  /// The value accepted last, or the first one.
  ///
  /// Inside an observer's closure it is the value that the observer receives.
  @inlinable
  public var value: Element {
    guard let value = state.withLock({ $0.value }) else {
      fatalError("BehaviorRelay: the subject inside has ended, and nothing can make it end")
    }
    return value
  }

  /// Stores the value, then calls all observers on this thread before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Calls the observer with the current value and adds it.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}

/// A ``ReplaySubject`` that cannot end: it accepts values and keeps the last n.
public final class ReplayRelay<Element: Sendable>: ObservableType {
  @usableFromInline let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

  /// A relay that keeps the last `bufferSize` values; a negative size stops the program with a
  /// message.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// A relay that keeps every value for as long as it lives.
  public static func createUnbounded() -> ReplayRelay<Element> {
    ReplayRelay(.createUnbounded())
  }

  /// Stores the value, then calls all observers on this thread before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Calls the observer with the stored values and adds it.
  @inlinable
  public func subscribe(
    _ on: @escaping @Sendable (Event<Element>) -> Void
  ) -> any Disposable {
    subject.subscribe(on)
  }
}

extension ObservableType {
  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: PublishRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: PublishRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: BehaviorRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: BehaviorRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay. A terminal event ends the binding and not the relays.
  public func bind(to relays: ReplayRelay<Element>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of an optional. A terminal event ends the binding and not the relays.
  public func bind(to relays: ReplayRelay<Element?>...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards every event to the observer, the terminal event too.
  public func bind(to observer: some ObserverType<Element>) -> any Disposable {
    subscribe(observer)
  }

  /// Calls the closure with every value; a terminal event ends the binding and nothing else.
  public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }
}
