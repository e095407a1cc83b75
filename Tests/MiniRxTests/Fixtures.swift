import Concurrency
import MiniRx
import TestSupport

extension Recorder<String> {
  /// A closure that records every event under a name, then calls another closure.
  func handler<Element>(
    _ name: String, then rest: @escaping @Sendable (Event<Element>) -> Void = { _ in }
  ) -> @Sendable (Event<Element>) -> Void {
    { [self] event in
      record("\(name) \(event)")
      rest(event)
    }
  }

  /// A closure that records every event under a name and retains an object.
  func handler<Element>(
    _ name: String, keeping object: DeinitProbe
  ) -> @Sendable (Event<Element>) -> Void {
    handler(name) { _ in _ = object }
  }

  /// Subscribes with all four closures, which record their calls.
  func subscribe(to sequence: some ObservableType<Int>) -> any Disposable {
    sequence.subscribe(
      onNext: { [self] in record("Ann next \($0)") },
      onError: { [self] in record("Ann error \($0)") },
      onCompleted: { [self] in record("Ann completed") },
      onDisposed: { [self] in record("Ann disposed") })
  }

  /// An object that records its release.
  func probe(_ name: String) -> DeinitProbe {
    DeinitProbe(name) { [self] in record("\(name) released") }
  }
}

/// A box that lets an observer dispose its own subscription.
final class LateSubscription: Disposable {
  private let subscription = Locked<(any Disposable)?>(nil)

  func keep(_ disposable: any Disposable) { subscription.withLock { $0 = disposable } }

  func dispose() { subscription.withLock { $0 }?.dispose() }
}

/// The errors of these tests.
enum TestError: Error {
  case boom
  case bang
}

/// The three subjects, for tests of their common rules.
enum SubjectKind: CaseIterable {
  case publish
  case behavior
  case replay

  /// A behavior subject starts with 0, a replay subject keeps the last value.
  func make() -> any SubjectType<Int> { make(first: 0) }

  func make<Element: Sendable>(first: Element) -> any SubjectType<Element> {
    switch self {
    case .publish: PublishSubject<Element>()
    case .behavior: BehaviorSubject(value: first)
    case .replay: ReplaySubject<Element>.create(bufferSize: 1)
    }
  }

  /// The events that observers receive on subscription before anything is sent.
  func greetings(to names: String...) -> [String] {
    self == .behavior ? names.map { "\($0) next(0)" } : []
  }
}

/// The two terminal events.
enum TerminalEvent: CaseIterable {
  case completed
  case error

  func event<Element: Sendable>(of _: Element.Type = Int.self) -> Event<Element> {
    switch self {
    case .completed: .completed
    case .error: .error(TestError.boom)
    }
  }

  /// The call of the closure for the event.
  var closure: String { self == .completed ? "Ann completed" : "Ann error boom" }
}

/// Each operator, configured to forward events unchanged, for tests of their common rules.
enum PassThrough: CaseIterable {
  case asObservable
  case map
  case filter
  case compactMap
  case `do`
  case `catch`
  case catchAgain
  case distinctUntilChanged
  case flatMapLatest
  case flatMapInner
  case observeOn

  func callAsFunction(_ source: some ObservableType<Int>) -> Observable<Int> {
    let source = source.asObservable()
    return switch self {
    case .asObservable: source.asObservable()
    case .map: source.map { $0 }
    case .filter: source.filter { _ in true }
    case .compactMap: source.compactMap { $0 }
    case .do: source.do(onNext: { _ in })
    case .catch: source.catch { throw $0 }
    case .catchAgain: Observable.error(TestError.bang).catch { _ in source }
    case .distinctUntilChanged: source.distinctUntilChanged()
    case .flatMapLatest: source.flatMapLatest { Observable.just($0) }
    case .flatMapInner: Observable.just(0).flatMapLatest { _ in source }
    case .observeOn: source.observe(on: Immediately())
    }
  }

  /// Whether an event sent from inside a callback is delivered only after the callback returns.
  var queues: Bool { self == .observeOn }

  /// Whether the source is an inner sequence, which ends before the outer one.
  var isInner: Bool { self == .flatMapInner }
}

/// Runs work immediately, on the calling thread.
private struct Immediately: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}

/// Queues work until a test runs it.
final class ManualScheduler: SchedulerType {
  private let actions = Locked<[@Sendable () -> Void]>([])

  /// The number of actions that have not run.
  var count: Int { actions.withLock { $0.count } }

  func schedule(_ action: @escaping @Sendable () -> Void) { actions.withLock { $0.append(action) } }

  /// Runs the queued work, in order, on the calling thread.
  func run() {
    let waiting = actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
    for action in waiting { action() }
  }
}
