internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

extension CommandContext {
  var progressFile: ProgressFile {
    ProgressFile(in: state) { [console] sentence in console.complain("workbook: \(sentence)") }
  }

  /// The status of an exercise. A file that cannot be read counts as missing.
  func status(of exercise: Exercise, in progress: LearnerProgress) -> ExerciseStatus {
    ExerciseStatus(
      progress[exercise.name], content: try? Files.read(package.exercise(exercise)),
      stub: try? Files.read(package.stub(exercise)))
  }

  /// The learner's next exercise: the first that has never passed, preferably one that was not
  /// given up.
  func next(in progress: LearnerProgress) -> Exercise? {
    let open = exercises.filter { !progress[$0.name].hasPassed }
    return open.first { !progress[$0.name].hasGivenUp } ?? open.first
  }
}
