internal import Grading
internal import Subcommands
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
}
