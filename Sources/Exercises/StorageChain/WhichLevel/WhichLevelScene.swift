/// A level of a chain.
public enum StorageLevel: Sendable {
  /// No choice yet.
  case undecided
  case memory
  case file
}

/// The requirements of the rung WhichLevel: a level for each of three questions about a chain of
/// memory over a file.
public protocol LevelChoicesRequirements {
  /// The level to which a new value is written first. If that fails, the other is not written.
  static var writtenFirst: StorageLevel { get }
  /// The level that is read while nothing has changed.
  static var readUsually: StorageLevel { get }
  /// The level with the right value after another program changed the file. Its value replaces the
  /// other one.
  static var rightAfterAChange: StorageLevel { get }
}

/// A chain of memory over a file, which synchronises its levels after a write by another program.
public struct WhichLevelScene<Choices: LevelChoicesRequirements>: Scene {
  public static var forms: StepForms {
    [
      "begin red": "puts that value into memory and file.",
      "set blue": "writes both levels.",
      "get": "reads the value.",
      "full": "makes the next write to the file fail.",
      "outside grey": "writes the file, as another program does.",
      "look": "reports the values of both.",
    ]
  }

  private var memory = ""
  private var file = ""
  private var isFull = false
  private var fileReads = 0

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "begin":
      memory = try step.argument(0)
      file = memory
    case "full": isFull = true
    case "set":
      let (value, first) = (try step.argument(0), Choices.writtenFirst)
      if first == .undecided { return events("no level is chosen to be written first") }
      if first == .memory || !isFull { memory = value }
      if !isFull { file = value }
      events(isFull ? "chain fails: full" : "done")
      isFull = false
    case "get":
      let level = Choices.readUsually
      if level == .undecided { return events("no level is chosen to be read") }
      if level == .file { fileReads += 1 }
      events("chain -> \(level == .file ? file : memory), file reads \(fileReads)")
    case "outside":
      file = try step.argument(0)
      switch Choices.rightAfterAChange {
      case .undecided: events("no level is chosen to be right")
      case .memory: file = memory
      case .file: memory = file
      }
    case "look": events("memory \(memory), file \(file)")
    default: throw step.unknown
    }
  }
}
