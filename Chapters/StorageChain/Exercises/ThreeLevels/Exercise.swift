import Exercising

/// Memory over a file over a database; a chain over a chain.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check ThreeLevels`
final class ThreeLevels: LearnersLevels {
  private let memory: any ValueProvider

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    // TODO: put a chain over file and database, and a chain over memory and that.
    self.memory = memory
  }

  var hasValue: Bool { memory.hasValue }

  func get() throws(ProviderTrouble) -> String {
    // TODO: ask the chain on top.
    return try memory.get()
  }

  func set(_ value: String) throws(ProviderTrouble) {
    // TODO: write through the chain on top.
  }

  func onChange(_ handler: @escaping () -> Void) {
    // TODO: whose handler is this?
  }
}

// TODO: a chain of two providers, which is a provider itself. The one from the exercise before is a good beginning.
