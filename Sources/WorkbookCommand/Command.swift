internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

@main enum Program {
  static func main() {
    StandardStream.prepareAll()
    let interruption = Interruption.ofThisProcess
    interruption.cancelOnSignal()
    let progress = ProgressLine()
    let environment = CommandEnvironment(
      directory: URL(
        filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
      variables: ProcessInfo.processInfo.environment, now: { Date() },
      freshSeed: { .random(in: 0 ... .max) }, interruption: interruption,
      showProgress: { words in if let words { progress.show(words) } else { progress.clear() } },
      terminalRows: { TerminalSize.rows },
      settle: { Thread.sleep(forTimeInterval: 0.2) }, readLine: TerminalInput.line)
    let status = Command.run(
      Array(CommandLine.arguments.dropFirst()), on: .standard(), in: environment)
    interruption.exitIfSignalled()
    exit(status.rawValue)
  }
}

/// The command line, from its words to an exit status.
enum Command {
  /// In the order of the help. Without a subcommand, the command runs ``StatusCommand``.
  static let subcommands: [any Subcommand.Type] = [
    ListCommand.self, CheckCommand.self, WatchCommand.self, PlayCommand.self, HintCommand.self,
    ResetCommand.self, UndoCommand.self, RedoCommand.self, SolutionCommand.self,
    PackCommand.self,
    DoctorCommand.self, GradeCommand.self, ClassCommand.self, VerifyCommand.self,
    BookCommand.self,
  ]

  /// Runs a command line. Tests pass fewer exercises and rungs.
  ///
  /// - Returns: 0 for success, 1 for a negative result, 64 for an invalid command line, 70 for an
  ///   error of the grader, 74 if a file, also a temporary one, cannot be written.
  static func run(
    _ arguments: [String], on console: Console, in environment: CommandEnvironment,
    exercises: [Exercise] = Catalog.all
  ) -> ExitStatus {
    let complain = { (sentence: String) in console.complain("workbook: \(sentence)") }
    let output = Output(console)
    var status: ExitStatus
    do {
      let command = try ParsedCommand(
        arguments, exercises: NamedExercises(all: exercises, directory: environment.directory))
      if command.wantsHelp {
        command.help.forEach(output.line)
        status = .success
      } else {
        let context = CommandContext(
          package: try package(at: command.packagePath.value, in: environment),
          exercises: exercises, console: console, output: output, environment: environment)
        status = try command.subcommand.run(in: context)
      }
    } catch let error as UsageError {
      complain(error.description)
      return .usage
    } catch let error as TemporaryDirectoryError {
      complain(error.description)
      return .cannotWrite
    } catch let error as FileError {
      complain(error.description)
      return .cannotWrite
    } catch {
      complain("\(error)")
      return .internalError
    }
    if case .failed(let reason) = output.failure {
      complain("standard output cannot be written: \(reason)")
      status = .cannotWrite
    }
    return status
  }

  private static func package(
    at path: String?, in environment: CommandEnvironment
  ) throws(UsageError) -> PackageFolder {
    let folder = path.map(environment.folder) ?? environment.directory.absoluteURL
    guard let package = PackageFolder(around: folder) else {
      throw UsageError(
        "\(folder.path.debugDescription) is not the workbook's folder: change to that "
          + "folder, or pass --package-path FOLDER")
    }
    return package
  }
}

private enum TerminalSize {
  /// The height of the terminal of standard output. Nil if that is not a terminal.
  static var rows: Int? {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }
}
