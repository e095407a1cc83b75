import Exercising

/// A list of levels, top first, each with a dirty flag for the levels below.
final class ThreeLevels: LearnersLevels {
  private let levels: [any ValueProvider]
  private var isBehind: [Bool]
  private var isOurs = false
  private var handlers: [() -> Void] = []

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    levels = [memory, file, database]
    isBehind = levels.map { _ in false }
    for (index, level) in levels.enumerated() {
      level.onChange { [weak self] in self?.receiveChange(from: index) }
    }
  }

  var hasValue: Bool { levels.contains { $0.hasValue } }

  func get() throws(ProviderError) -> String { try read(0) }

  func set(_ value: String) throws(ProviderError) {
    isOurs = true
    var written = levels.count
    defer {
      isOurs = false
      if written < levels.count {
        // The levels that were not written are older than those that were.
        for index in levels.indices { isBehind[index] = index < written }
        handlers.forEach { $0() }
      }
    }
    while written > 0 {
      try levels[written - 1].set(value)
      written -= 1
    }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func read(_ index: Int) throws(ProviderError) -> String {
    let isLast = index == levels.count - 1
    if !isLast, isBehind[index] || !levels[index].hasValue {
      let value = try read(index + 1)
      isOurs = true
      defer { isOurs = false }
      try levels[index].set(value)
      isBehind[index] = false
    }
    return try levels[index].get()
  }

  private func receiveChange(from index: Int) {
    if isOurs { return }
    for above in 0..<index { isBehind[above] = true }
    handlers.forEach { $0() }
  }
}
