import MiniRx

/// Each operator, set up so that it changes nothing, for the rules that hold for all of them.
enum PassThrough: CaseIterable {
  case asObservable
  case map
  case filter
  case compactMap
  case `do`
  case `catch`
  case catchAgain
  case startWith
  case distinctUntilChanged
  case merge
  case mergeInner
  case combineLatest
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
    case .catchAgain: Observable.error(Mishap.bang).catch { _ in source }
    case .startWith: source.startWith()
    case .distinctUntilChanged: source.distinctUntilChanged()
    case .merge: Observable.merge(.empty(), source)
    case .mergeInner: Observable.just(source).merge()
    case .combineLatest: Observable.combineLatest(Observable.just(0), source) { $1 }
    case .flatMapLatest: source.flatMapLatest { Observable.just($0) }
    case .flatMapInner: Observable.just(0).flatMapLatest { _ in source }
    case .observeOn: source.observe(on: Immediately())
    }
  }

  /// Whether what is sent from inside a callback waits until that one returns.
  var queues: Bool { self == .observeOn }

  /// Whether the source is an inner sequence, which is over before the outer one is.
  var isInner: Bool { [.merge, .mergeInner, .flatMapInner].contains(self) }
}

/// Runs the work at once, on the thread that asks for it.
private struct Immediately: SchedulerType {
  func schedule(_ action: @escaping @Sendable () -> Void) { action() }
}
