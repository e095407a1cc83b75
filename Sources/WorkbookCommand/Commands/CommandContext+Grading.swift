internal import Grading
internal import Terminal

/// Functions that the grading subcommands share.
extension CommandContext {
  func grader(seed: UInt32, isolation: IsolationLevel? = nil) -> Grader {
    var options = Grader.Options()
    options.isolation = isolation
    options.seed = UInt64(seed)
    return Grader(package: package, options: options)
  }

  /// Grades attempts and shows the progress. Nil if the grading was interrupted.
  func grade(_ attempts: [Grader.Attempt], by grader: Grader) -> GradingResult? {
    whileCancellable({ grader.cancel() }) {
      grader.grade(attempts) { progress in
        switch progress {
        case .building(let exercise): environment.showProgress("building \(exercise.name) …")
        case .checking(let exercise, let number):
          environment.showProgress("checking \(exercise.name) \(number) …")
        case .done: break
        }
      }
    }
  }

  /// The isolation level for submissions. A level weaker than namespaces is reported on standard
  /// error.
  ///
  /// - Parameter required: The level that the command line requires. Nil for the strongest that the
  ///   machine allows.
  /// - Returns: The level.
  /// - Throws: ``UsageError`` if the machine does not allow the required level.
  func isolation(required: IsolationLevel?) throws(UsageError) -> IsolationLevel {
    let probe = IsolationProbe.ofThisMachine
    let reason = probe.reason ?? "it was requested"
    if let required, required > probe.level {
      throw UsageError("this machine does not allow \(required.rawValue): \(reason)")
    }
    let level = required ?? probe.level
    if level < .namespaces {
      complain(
        "submissions are isolated by no more than a \(level.rawValue) (\(reason)): grade on a machine "
          + "that you throw away; Docs/Teaching.md says what they can reach")
    }
    return level
  }
}

extension Option<IsolationLevel?> {
  static var isolation: Option {
    Option(
      "--isolation", "LEVEL", among: IsolationLevel.allCases,
      by: { $0.rawValue.replacing(" ", with: "-") }, seeAll: "grade --help",
      help: "grade at this level or not at all: namespaces, process-group")
  }
}
