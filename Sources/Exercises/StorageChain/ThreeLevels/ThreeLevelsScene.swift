/// The requirements of the exercise ThreeLevels.
public protocol LevelsRequirements: ValueProvider {
  /// Creates a chain of memory over the file, and of the file over the database.
  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider)
}

/// Memory over a file over a database, all three logged.
public struct ThreeLevelsScene<Levels: LevelsRequirements>: Scene {
  public static var forms: StepForms { ChainStage.forms("memory", "file", "database") }

  private let stage = ChainStage("memory", "file", "database") {
    Levels(memory: $0[0], file: $0[1], database: $0[2])
  }

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    try stage.take(step, events)
  }
}
