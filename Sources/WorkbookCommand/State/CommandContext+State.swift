internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

extension CommandContext {
  func attempts(of exercise: Exercise) -> Attempts {
    Attempts(
      of: exercise.name, in: state, fileExtension: package.exercise(exercise).pathExtension)
  }

  func undoPlan(for exercise: Exercise) throws -> UndoPlan {
    try undoPlan(for: exercise, current: Files.readIfPresent(package.exercise(exercise)))
  }

  func undoPlan(for exercise: Exercise, current: Data?) throws -> UndoPlan {
    UndoPlan(
      current: current, stub: try Files.read(package.stub(exercise)),
      attempts: try attempts(of: exercise).all(),
      position: progressFile.load()[exercise.name].undonePosition)
  }

  /// Restores an attempt, and prints its number.
  func restore(_ number: Int, of exercise: Exercise) throws {
    let content = try Files.read(attempts(of: exercise).url(number))
    try Files.write(content, to: package.exercise(exercise))
    progressFile.update { $0[exercise.name].undonePosition = number }
    output.line("\(exercise.name) is back at attempt \(number).")
  }

  /// Prints where the previous content is kept.
  func report(kept number: Int, of exercise: Exercise) {
    let file = attempts(of: exercise).url(number).lastPathComponent
    output.line("The previous content is kept: .workbook/attempts/\(exercise.name)/\(file)")
  }

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
