package import Foundation
package import Grading
package import Processes
package import Terminal

/// The context of a command: the workbook's folder, the stored state, and the output.
package struct CommandContext: Sendable {
  package let package: PackageFolder
  /// The rungs and the exercises of each chapter.
  package var exercises: [Exercise]
  package let console: Console
  package let output: Output
  package let environment: CommandEnvironment

  package var state: URL { package.url.appending(path: ".workbook") }

  /// The graded exercises: neither rungs nor those that only the teacher's copy grades.
  package var graded: [Exercise] { exercises.filter { !$0.isRung && !$0.isGradedByTeacher } }

  /// Reports the exercises left to the teacher's copy. Throws if one is named, or no other is left.
  package func leaveOutTeachersExercises(of named: [Exercise]? = nil) throws(UsageError) {
    let left = (named ?? exercises).filter(\.isGradedByTeacher)
    guard !left.isEmpty else { return }
    let names = left.map(\.name).joined(separator: ", ")
    let sentence = "this copy does not grade \(names): use the teacher's copy"
    guard named == nil, !graded.isEmpty else { throw UsageError(sentence) }
    complain(sentence)
  }

  /// The number of files that are open when the grader uses all cores, and a few more.
  package static let openFiles = 48 + 16 * ProcessInfo.processInfo.activeProcessorCount

  /// Removes stale temporary files; checks that the grader can write and the compiler use new ones.
  package func requireTemporaryFiles() throws(TemporaryDirectoryError) {
    #if os(Linux)
      // swift-driver 6.3 traps if TMPDIR is not ASCII.
      let directory = TemporaryDirectory.url
      guard directory.path.utf8.allSatisfy({ $0 < 0x80 }) else {
        throw TemporaryDirectoryError(directory, .EILSEQ)
      }
    #endif
    RunFolder.removeStale()
    // As much as a check with ThreadSanitizer, and a few checks at a time without it, need.
    _ = try Workspace(withRoomFor: 16 << 20).newFolder()
  }

  /// Runs work, and then clears the progress line. Nil, without an error, if a termination signal
  /// has called `cancel`, on another thread.
  package func whileCancellable<Value, Failure>(
    _ cancel: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let result = environment.interruption.whileRunning(cancel) { Result(catching: body) }
    environment.showProgress(nil)
    return environment.interruption.isSignalled ? nil : try result.get()
  }

  package func grader(seed: UInt64, isolation: IsolationLevel? = nil, workers: Int = 2) -> Grader {
    var options = Grader.Options()
    options.seed = seed
    options.isolation = isolation
    options.workers = workers
    return Grader(package: package, options: options)
  }

  package func complain(_ sentence: String) { console.complain("workbook: \(sentence)") }

  /// Reports why a command has a negative result.
  package func fail(_ sentence: String) -> ExitStatus {
    complain(sentence)
    return .failure
  }

  /// Prints text of complete lines.
  package func print(_ text: String) { output.line(String(text.dropLast())) }

  /// Prints a report as JSON if the option is given, otherwise as lines.
  package func print(_ json: String, if option: Flag, else lines: [String]) {
    if option.isGiven { print(json) } else { lines.forEach(output.line) }
  }

  /// The required isolation level, or the strongest that the machine allows. Reports a level weaker
  /// than namespaces.
  ///
  /// - Throws: ``UsageError`` if the machine does not allow the required level, or
  ///   ``TemporaryDirectoryError``, which may be the reason.
  package func isolation(required: IsolationLevel?) throws -> IsolationLevel {
    let probe = IsolationProbe.ofThisMachine
    let reason = probe.reason ?? "it was requested"
    if let required, required > probe.level {
      try requireTemporaryFiles()
      throw UsageError("this machine does not allow \(required.rawValue): \(reason)")
    }
    let level = required ?? probe.level
    // Without temporary files nothing is graded, and the caller reports that.
    if level < .namespaces, (try? requireTemporaryFiles()) != nil {
      complain(
        "submissions are isolated only by a \(level.rawValue) (\(reason)): grade on a disposable "
          + "machine; Docs/Teaching.md says what they can reach")
    }
    return level
  }
}

/// The environment of a command, which tests replace.
package struct CommandEnvironment: Sendable {
  /// The base of relative paths on the command line. Its path ends with a slash.
  package let directory: URL
  package let variables: [String: String]
  package let now: @Sendable () -> Date
  package let freshSeed: @Sendable () -> UInt32
  package let interruption: Interruption
  /// Shows the progress, in a few words that replace the previous ones. Nil removes them.
  package let showProgress: @Sendable (String?) -> Void
  /// The height of standard output's terminal, if it is one.
  package let terminalRows: @Sendable () -> Int?
  /// Waits as long as an editor may take between emptying a file and writing it.
  package let settle: @Sendable () -> Void
  /// Reads a line of standard input if that is not a terminal. Nil at its end.
  package let readLine: @Sendable () -> String?
  /// Runs `class` or `book`: `workbook` becomes `workbook-teaching`, and that does the work.
  package let teach: Teach

  package typealias Teach = @Sendable (any Subcommand, CommandContext) throws -> ExitStatus

  static func ofThisProcess(_ interruption: Interruption, teach: @escaping Teach) -> Self {
    CommandEnvironment(
      directory: URL(
        filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
      variables: ProcessInfo.processInfo.environment, now: { Date() },
      freshSeed: { .random(in: 0 ... .max) }, interruption: interruption,
      showProgress: { StandardStream.error.rewriteLine($0 ?? "") },
      terminalRows: { StandardStream.output.rows },
      settle: { Thread.sleep(forTimeInterval: 0.2) }, readLine: { Swift.readLine() }, teach: teach)
  }

  package func file(_ path: String) -> URL {
    URL(filePath: path, relativeTo: directory).absoluteURL
  }

  package func folder(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory, relativeTo: directory).absoluteURL
  }
}
