import Exercising

/// Memory over a file over a database: a chain over a chain.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check ThreeLevels`
final class ThreeLevels: LevelsRequirements {
  private let memory: any ValueProvider

  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider) {
    // TODO: make a chain of file and database, and a chain of memory and that chain.
    self.memory = memory
  }

  var hasValue: Bool { memory.hasValue }

  func get() throws(ProviderError) -> String {
    // TODO: read from the upper chain.
    return try memory.get()
  }

  func set(_ value: String) throws(ProviderError) {
    // TODO: write to the upper chain.
  }

  func onChange(_ handler: @escaping () -> Void) {
    // TODO: which chain calls this handler?
  }
}

// TODO: a chain of two providers, itself a provider. Begin with the one from the exercise Chain.
