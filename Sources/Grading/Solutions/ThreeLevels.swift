import Exercising

/// A chain over a chain. Each of the two uses two providers.
final class ThreeLevels: LearnersLevels {
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
  private var reported = 0
  private var known = 0
  private var isWriting = false

  init(main: any ValueProvider, below: any ValueProvider) {
    self.main = main
    self.below = below
    below.onChange { [weak self] in
      self?.reported += 1
      self?.notify()
    }
    main.onChange { [weak self] in self?.notify() }
  }

  var hasValue: Bool { main.hasValue || below.hasValue }

  func get() throws(ProviderError) -> String {
    if known < reported || !main.hasValue {
      let mark = reported
      try write(below.get(), to: main)
      known = mark
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    let before = reported
    // Once, when all levels are written, or when a level fails after a lower one has changed.
    defer { if reported > before { notify() } }
    try write(value, to: below)
    let mark = reported
    try write(value, to: main)
    known = mark
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func write(_ value: String, to provider: any ValueProvider) throws(ProviderError) {
    isWriting = true
    defer { isWriting = false }
    try provider.set(value)
  }

  private func notify() {
    if isWriting { return }
    for handler in handlers { handler() }
  }
}
