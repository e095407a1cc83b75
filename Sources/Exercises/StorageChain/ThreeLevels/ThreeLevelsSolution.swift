import Exercising

/// A chain over a chain. Each chain uses two providers.
final class ThreeLevels: LevelsRequirements {
  private let top: Level

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    top = Level(main: memory, below: Level(main: file, below: database))
  }

  var hasValue: Bool { top.hasValue }
  func get() throws(ProviderError) -> String { try top.get() }
  func set(_ value: String) throws(ProviderError) { try top.set(value) }
  func onChange(_ handler: @escaping () -> Void) { top.onChange(handler) }
}

private final class Level: ValueProvider {
  private let main: any ValueProvider
  private let below: any ValueProvider
  private var handlers: [() -> Void] = []
  // Changes of below are counted, so that a change during a write is not lost.
  private var reported = 0
  private var known = 0
  /// Whether main is about to report the write of this chain.
  private var expectsEcho = false
  /// The changes to report when the work is done, or nil while no work is in progress.
  private var pending: Int?

  init(main: any ValueProvider, below: any ValueProvider) {
    self.main = main
    self.below = below
    below.onChange { [weak self] in
      self?.reported += 1
      self?.report()
    }
    main.onChange { [weak self] in
      guard let self else { return }
      if expectsEcho { expectsEcho = false } else { report() }
    }
  }

  var hasValue: Bool { main.hasValue || below.hasValue }

  func get() throws(ProviderError) -> String {
    try reportingAfterwards { () throws(ProviderError) in
      if known < reported || !main.hasValue {
        let mark = reported
        try writeMain(below.get())
        known = mark
      }
      return try main.get()
    }
  }

  func set(_ value: String) throws(ProviderError) {
    try reportingAfterwards { () throws(ProviderError) in
      // The next report of below is about this write. A later one is a change by another program.
      let mark = reported + 1
      try below.set(value)
      try writeMain(value)
      known = mark
    }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func writeMain(_ value: String) throws(ProviderError) {
    expectsEcho = true
    defer { expectsEcho = false }
    try main.set(value)
  }

  /// Does the work, and afterwards calls the handlers once for each change reported meanwhile.
  private func reportingAfterwards<Result>(
    _ work: () throws(ProviderError) -> Result
  ) throws(ProviderError) -> Result {
    pending = 0
    defer {
      let count = pending ?? 0
      pending = nil
      for _ in 0..<count { report() }
    }
    return try work()
  }

  private func report() {
    if let pending {
      self.pending = pending + 1
    } else {
      for handler in handlers { handler() }
    }
  }
}
