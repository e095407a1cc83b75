internal import Foundation
internal import Grading
internal import Terminal

/// What a command works with: the workbook's folder, what is kept there, and where to print.
struct CommandContext: Sendable {
  let package: PackageFolder
  let exercises: [Exercise]
  let console: Console
  let output: Output
  let environment: CommandEnvironment

  /// Everything that is kept about a learner.
  var state: URL { package.url.appending(path: ".workbook") }

  var progressFile: ProgressFile {
    ProgressFile(in: state) { [console] sentence in console.complain("workbook: \(sentence)") }
  }

  func attempts(of exercise: Exercise) -> Attempts { Attempts(of: exercise.name, in: state) }

  /// The exercises of these names, in the order of the list.
  func exercises(named names: [String]) -> [Exercise] {
    exercises.filter { names.contains($0.name) }
  }

  /// The status of an exercise; a file that cannot be read counts as missing here.
  func status(of exercise: Exercise, in progress: LearnerProgress) -> ExerciseStatus {
    ExerciseStatus(
      progress[exercise.name], content: try? Files.read(package.exercise(exercise)),
      stub: try? Files.read(package.stub(exercise)))
  }

  /// Where a learner is: the first exercise that has never passed, those that were given up last.
  func next(in progress: LearnerProgress) -> Exercise? {
    let open = exercises.filter { !progress[$0.name].hasPassed }
    return open.first { !progress[$0.name].hasGivenUp } ?? open.first
  }

  func complain(_ sentence: String) { console.complain("workbook: \(sentence)") }

  /// Prints text that holds complete lines.
  func print(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      output.line(String(line))
    }
  }
}

/// What comes from outside; tests put their own in its place.
struct CommandEnvironment: Sendable {
  /// Where paths on the command line begin; its path ends with a slash.
  let directory: URL
  let variables: [String: String]
  let now: @Sendable () -> Date
  let freshSeed: @Sendable () -> UInt32
  let interruption: Interruption
  /// Shows how far it is, in a few words that replace those before; nil takes them away.
  let showProgress: @Sendable (String?) -> Void
}
