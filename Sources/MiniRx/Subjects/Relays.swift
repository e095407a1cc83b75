public import Concurrency

/// A subject that cannot end, because it accepts only values.
public protocol RelayType<Element>: ObservableType {
  /// Calls all observers with the value on the calling thread before it returns.
  func accept(_ value: Element)
}

/// A ``PublishSubject`` that cannot end, because it accepts only values.
public final class PublishRelay<Element: Sendable>: RelayType {
  @usableFromInline let subject = PublishSubject<Element>()

  public init() {}

  /// Calls all observers with the value on the calling thread before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Adds an observer, which receives the values accepted from then on.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subject.subscribe(on)
  }
}

/// A ``BehaviorSubject`` that cannot end: a value that can be read, replaced and observed.
///
/// It accepts only values, so ``value`` does not throw.
public final class BehaviorRelay<Element: Sendable>: RelayType {
  @usableFromInline let subject: BehaviorSubject<Element>
  /// The subject's state, kept here: reading ``value`` through the subject takes twice as long.
  @usableFromInline let state: Locked<SubjectState<Element, Element?>>

  public init(value: Element) {
    subject = BehaviorSubject(value: value)
    state = subject.state
  }

  /// The value accepted last, or the initial value.
  ///
  /// In an observer's closure this is the value that the observer is receiving.
  @inlinable
  public var value: Element {
    guard let value = state.withLock({ $0.stored }) else {
      fatalError("BehaviorRelay: its subject has ended, which a relay does not allow")
    }
    return value
  }

  /// Stores the value, then calls all observers on the calling thread before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Calls the observer with the current value, then adds it.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subject.subscribe(on)
  }
}

/// A ``ReplaySubject`` that cannot end, because it accepts only values.
public final class ReplayRelay<Element: Sendable>: RelayType {
  @usableFromInline let subject: ReplaySubject<Element>

  private init(_ subject: ReplaySubject<Element>) { self.subject = subject }

  /// Creates a relay that keeps the last `bufferSize` values. Traps if the size is negative.
  public static func create(bufferSize: Int) -> ReplayRelay<Element> {
    ReplayRelay(.create(bufferSize: bufferSize))
  }

  /// Creates a relay that keeps every value until it is released.
  public static func createUnbounded() -> ReplayRelay<Element> { ReplayRelay(.createUnbounded()) }

  /// Stores the value, then calls all observers on the calling thread before it returns.
  @inlinable
  public func accept(_ value: Element) { subject.onNext(value) }

  /// Calls the observer with the stored values, then adds it.
  @inlinable
  public func subscribe(_ on: @escaping @Sendable (Event<Element>) -> Void) -> any Disposable {
    subject.subscribe(on)
  }
}

extension ObservableType {
  /// Forwards values to each relay. A terminal event ends the binding but not the relays.
  public func bind<Relay: RelayType<Element>>(to relays: Relay...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards values to each relay of optionals. A terminal event ends the binding, not the relays.
  public func bind<Relay: RelayType<Element?>>(to relays: Relay...) -> any Disposable {
    bind { element in for relay in relays { relay.accept(element) } }
  }

  /// Forwards every event to the observer, including the terminal event.
  public func bind(to observer: some ObserverType<Element>) -> any Disposable {
    subscribe(observer)
  }

  /// Calls the closure with every value. A terminal event ends the binding.
  public func bind(onNext: @escaping @Sendable (Element) -> Void) -> any Disposable {
    subscribe(onNext: onNext)
  }
}
