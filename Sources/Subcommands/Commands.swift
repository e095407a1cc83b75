internal import Foundation
package import Grading
internal import Processes
package import Terminal

/// The subcommands of a program, from the words of a command line to an exit status.
package struct Commands: Sendable {
  package let unnamed: any Subcommand.Type
  /// The named commands, in the order of the help.
  package let named: [any Subcommand.Type]

  package init(unnamed: any Subcommand.Type, named: [any Subcommand.Type]) {
    self.unnamed = unnamed
    self.named = named
  }

  /// Runs the command line of this process, and ends the process.
  package func main(teach: @escaping CommandEnvironment.Teach) -> Never {
    StandardStream.prepareAll()
    _ = OpenFileLimit.raise(to: CommandContext.openFiles)
    if let reason = OpenFileLimit.raise(to: 64) {
      try? StandardStream.error.write("workbook: \(reason)\n")
      exit(ExitStatus.cannotWrite.rawValue)
    }
    let interruption = Interruption.ofThisProcess
    interruption.cancelOnSignal()
    let status = run(
      Array(CommandLine.arguments.dropFirst()), on: .standard(),
      in: .ofThisProcess(interruption, teach: teach))
    interruption.exitIfSignalled()
    exit(status.rawValue)
  }

  /// Runs a command line. Tests pass fewer exercises and rungs.
  package func run(
    _ arguments: [String], on console: Console, in environment: CommandEnvironment,
    exercises: [Exercise] = Catalog.all
  ) -> ExitStatus {
    let complain = { (sentence: String) in console.complain("workbook: \(sentence)") }
    let output = Output(console)
    var status: ExitStatus
    do {
      let command = try ParsedCommand(
        arguments, of: self,
        exercises: NamedExercises(all: exercises, directory: environment.directory))
      if command.wantsHelp {
        command.help.forEach(output.line)
        status = .success
      } else {
        let context = CommandContext(
          package: try package(at: command.packagePath.value, in: environment),
          exercises: exercises, console: console, output: output, environment: environment)
        status = try command.subcommand.run(in: context)
      }
    } catch {
      complain("\(error)")
      return switch error {
      case is UsageError: .usage
      case is TemporaryDirectoryError, is FileError: .cannotWrite
      default: .internalError
      }
    }
    if case .failed(let reason) = output.failure {
      complain("standard output cannot be written: \(reason)")
      status = .cannotWrite
    }
    return status
  }

  private func package(
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
