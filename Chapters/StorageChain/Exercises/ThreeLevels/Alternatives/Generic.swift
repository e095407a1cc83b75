import Exercising

/// Chains that a function composes. The current writer distinguishes own changes from external ones.
final class ThreeLevels: LearnersLevels {
  private let all: any ValueProvider

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    all = [file, memory].reduce(database) { below, main in Pair(main, over: below) }
  }

  var hasValue: Bool { all.hasValue }
  func get() throws(ProviderError) -> String { try all.get() }
  func set(_ value: String) throws(ProviderError) { try all.set(value) }
  func onChange(_ handler: @escaping () -> Void) { all.onChange(handler) }
}

private final class Pair: ValueProvider {
  private enum Work {
    case none
    /// Writes underlying, and whether underlying has reported a change meanwhile.
    case writing(hasChanged: Bool)
  }

  private let main: any ValueProvider
  private let below: any ValueProvider
  private var work = Work.none
  private var isFresh = true
  private var listeners: [() -> Void] = []

  init(_ main: any ValueProvider, over below: any ValueProvider) {
    self.main = main
    self.below = below
    main.onChange { [weak self] in
      guard let self, case .none = work else { return }
      announce()
    }
    below.onChange { [weak self] in
      guard let self else { return }
      switch work {
      case .writing: work = .writing(hasChanged: true)
      case .none:
        isFresh = false
        announce()
      }
    }
  }

  var hasValue: Bool { main.hasValue || below.hasValue }

  func get() throws(ProviderError) -> String {
    guard isFresh, main.hasValue else {
      let value = try below.get()
      work = .writing(hasChanged: false)
      defer { work = .none }
      try main.set(value)
      isFresh = true
      return try main.get()
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    work = .writing(hasChanged: false)
    let outcome = Result { () throws(ProviderError) in
      try below.set(value)
      try main.set(value)
    }
    if case .writing(hasChanged: true) = work {
      work = .none
      if case .success = outcome { isFresh = true } else { isFresh = false }
      announce()
    }
    work = .none
    try outcome.get()
  }

  func onChange(_ handler: @escaping () -> Void) { listeners.append(handler) }

  private func announce() { listeners.forEach { $0() } }
}
