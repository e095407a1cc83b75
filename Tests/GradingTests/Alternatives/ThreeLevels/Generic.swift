import Exercising

/// Two nested chains. A chain expects a report of each of its writes, and treats any other report
/// as a change.
final class ThreeLevels: LevelsRequirements {
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
  private enum Side {
    case main, below
  }

  private let main: any ValueProvider
  private let below: any ValueProvider
  private var awaited: Side?
  private var isFresh = true
  private var isWorking = false
  private var news: [Side] = []
  private var listeners: [() -> Void] = []

  init(_ main: any ValueProvider, over below: any ValueProvider) {
    self.main = main
    self.below = below
    main.onChange { [weak self] in self?.receive(.main) }
    below.onChange { [weak self] in self?.receive(.below) }
  }

  var hasValue: Bool { main.hasValue || below.hasValue }

  func get() throws(ProviderError) -> String {
    isWorking = true
    defer { announce() }
    if !isFresh || !main.hasValue {
      isFresh = true
      do { try write(below.get(), .main) } catch {
        isFresh = false
        throw error
      }
    }
    return try main.get()
  }

  func set(_ value: String) throws(ProviderError) {
    isWorking = true
    defer { announce() }
    let wasFresh = isFresh
    isFresh = true
    do {
      try write(value, .below)
      try write(value, .main)
    } catch {
      // A report means that the levels below have stored the value, at least partly.
      isFresh = news.isEmpty && wasFresh
      throw error
    }
  }

  func onChange(_ handler: @escaping () -> Void) { listeners.append(handler) }

  private func write(_ value: String, _ side: Side) throws(ProviderError) {
    awaited = side
    defer { awaited = nil }
    try (side == .main ? main : below).set(value)
  }

  private func receive(_ side: Side) {
    if side == awaited {
      awaited = nil
      // A write to main only copies the value from below, so it is not reported.
      if side == .below { news.append(side) }
      return
    }
    if side == .below { isFresh = false }
    news.append(side)
    if !isWorking { announce() }
  }

  private func announce() {
    isWorking = false
    while !news.isEmpty {
      news.removeFirst()
      listeners.forEach { $0() }
    }
  }
}
