import Exercising

/// A list of levels, top first, each with a flag that a lower level has changed.
final class ThreeLevels: LevelsRequirements {
  private let levels: [any ValueProvider]
  private var isBehind: [Bool]
  /// The level whose next report results from this type's own write.
  private var echo: Int?
  private var isBusy = false
  private var unreported = 0
  private var handlers: [() -> Void] = []

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    levels = [memory, file, database]
    isBehind = levels.map { _ in false }
    for (index, level) in levels.enumerated() {
      level.onChange { [weak self] in self?.receiveChange(of: index) }
    }
  }

  var hasValue: Bool { levels.contains { $0.hasValue } }

  func get() throws(ProviderError) -> String {
    isBusy = true
    defer { report() }
    return try read(0)
  }

  func set(_ value: String) throws(ProviderError) {
    isBusy = true
    defer { report() }
    let before = isBehind
    // The write replaces the changes that were reported before, but not later ones.
    isBehind = levels.map { _ in false }
    var written = levels.count
    do {
      while written > 0 {
        try write(value, to: written - 1)
        if written == levels.count { unreported += 1 }
        written -= 1
      }
    } catch {
      // The levels above the written ones are now behind.
      for index in levels.indices {
        isBehind[index] =
          written < levels.count ? isBehind[index] || index < written : before[index]
      }
      throw error
    }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }

  private func read(_ index: Int) throws(ProviderError) -> String {
    if index < levels.count - 1, isBehind[index] || !levels[index].hasValue {
      isBehind[index] = false
      do { try write(read(index + 1), to: index) } catch {
        isBehind[index] = true
        throw error
      }
    }
    return try levels[index].get()
  }

  private func write(_ value: String, to index: Int) throws(ProviderError) {
    echo = index
    defer { echo = nil }
    try levels[index].set(value)
  }

  private func receiveChange(of index: Int) {
    if echo == index {
      echo = nil
      return
    }
    for above in 0..<index { isBehind[above] = true }
    unreported += 1
    if !isBusy { report() }
  }

  private func report() {
    isBusy = false
    while unreported > 0 {
      unreported -= 1
      handlers.forEach { $0() }
    }
  }
}
