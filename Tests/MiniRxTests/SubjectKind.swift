import MiniRx

/// The three subjects, for the rules that hold for each of them.
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

  /// What those who subscribe before anything is sent have heard by then.
  func greetings(to names: String...) -> [String] {
    self == .behavior ? names.map { "\($0) next(0)" } : []
  }
}

/// The two ways to end.
enum Ending: CaseIterable {
  case completed
  case error

  func event<Element: Sendable>(of _: Element.Type = Int.self) -> Event<Element> {
    switch self {
    case .completed: .completed
    case .error: .error(Mishap.boom)
    }
  }
}
