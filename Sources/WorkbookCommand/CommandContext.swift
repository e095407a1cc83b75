internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

/// The context of a command: the workbook's folder, the stored state, and the output.
struct CommandContext: Sendable {
  let package: PackageFolder
  /// The rungs and the exercises of each chapter.
  var exercises: [Exercise]
  let console: Console
  let output: Output
  let environment: CommandEnvironment

  /// The folder of the stored state of a learner.
  var state: URL { package.url.appending(path: ".workbook") }

  var progressFile: ProgressFile {
    ProgressFile(in: state) { [console] sentence in console.complain("workbook: \(sentence)") }
  }

  /// The exercises with points, without the rungs.
  var graded: [Exercise] { exercises.filter { !$0.isRung } }

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

  /// Checks that the grader can write its temporary files.
  func requireTemporaryFiles() throws(TemporaryDirectoryError) {
    // More than a compiled exercise needs.
    _ = try Workspace(withRoomFor: 16 << 20, forCompiler: true).newFolder()
  }

  /// Runs work that a termination signal cancels, and then clears the progress line.
  ///
  /// - Parameters:
  ///   - cancel: Cancels the work. Called on another thread.
  ///   - body: The work.
  /// - Returns: The result. Nil if the work was cancelled.
  /// - Throws: The error of the work, unless it was cancelled.
  func whileCancellable<Value, Failure>(
    _ cancel: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let result = environment.interruption.whileRunning(cancel) { Result(catching: body) }
    environment.showProgress(nil)
    return environment.interruption.isSignalled ? nil : try result.get()
  }

  func complain(_ sentence: String) { console.complain("workbook: \(sentence)") }

  /// Prints text of complete lines.
  func print(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      output.line(String(line))
    }
  }
}

extension CommandEnvironment {
  /// The folder at a path on the command line.
  func folder(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory, relativeTo: directory).absoluteURL
  }
}

/// The environment of a command, which tests replace.
struct CommandEnvironment: Sendable {
  /// The base of relative paths on the command line. Its path ends with a slash.
  let directory: URL
  let variables: [String: String]
  let now: @Sendable () -> Date
  let freshSeed: @Sendable () -> UInt32
  let interruption: Interruption
  /// Shows the progress, in a few words that replace the previous ones. Nil removes them.
  let showProgress: @Sendable (String?) -> Void
  /// The height of the terminal to which standard output is written. Nil if it is not a terminal.
  let terminalRows: @Sendable () -> Int?
  /// Waits as long as an editor may take between emptying a file and writing it.
  let settle: @Sendable () -> Void
  /// Reads a line of standard input if that is not a terminal. Nil at its end.
  let readLine: @Sendable () -> String?
}
