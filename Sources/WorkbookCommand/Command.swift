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
  /// Runs a command line. Tests pass fewer exercises and rungs.
  ///
  /// - Returns: 0 for success, 1 for a negative result, 64 for an invalid command line, 70 for an error of the grader, 74
  ///   if a file, also a temporary one, cannot be written.
  static func run(
    _ arguments: [String], on console: Console, in environment: CommandEnvironment,
    exercises: [Exercise] = Catalog.all
  ) -> ExitStatus {
    let complain = { (sentence: String) in console.complain("workbook: \(sentence)") }
    let output = Output(console)
    var status: ExitStatus
    do {
      let request = try Request.parse(
        arguments, exercises: exercises.map(\.name),
        numbered: exercises.filter { !$0.isRung }.map(\.name), in: environment.directory)
      if request.wantsHelp {
        for line in Help.lines(for: request.subcommand) { output.line(line) }
        status = .success
      } else {
        let session = CommandContext(
          package: try package(request, in: environment), exercises: exercises, console: console,
          output: output, environment: environment)
        status = try session.carryOut(request)
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
    _ request: Request, in environment: CommandEnvironment
  ) throws(UsageError) -> PackageFolder {
    let place = request.packagePath.map {
      URL(filePath: $0, directoryHint: .isDirectory, relativeTo: environment.directory)
    }
    let folder = (place ?? environment.directory).absoluteURL
    guard let package = PackageFolder(around: folder) else {
      throw UsageError(
        "\(folder.path.debugDescription) is not the workbook's folder: change to that "
          + "folder, or pass --package-path FOLDER")
    }
    return package
  }
}

extension CommandContext {
  fileprivate func carryOut(_ request: Request) throws -> ExitStatus {
    let named = exercises(named: request.names)
    switch request.subcommand {
    case nil: return tellWhereYouAre(asJSON: request.wantsJSON)
    case .list: return list(asJSON: request.wantsJSON)
    case .check:
      try requireTemporaryFiles()
      return check(named.isEmpty ? exercises : named, seed: request.seed, asJSON: request.wantsJSON)
    case .watch:
      try requireTemporaryFiles()
      return watch(named, seed: request.seed)
    case .play:
      try requireTemporaryFiles()
      return try named.first.map(play) ?? .success
    case .hint: return try hint(named.first)
    case .reset: return try named.first.map(reset) ?? .success
    case .undo: return try named.first.map(undo) ?? .success
    case .redo: return try named.first.map(redo) ?? .success
    case .solution:
      return try named.first.map {
        try solution($0, givesUp: request.givesUp, asDiff: request.wantsDiff)
      } ?? .success
    case .doctor: return doctor(asJSON: request.wantsJSON)
    case .grade: return try grade(request)
    case .classroom: return try gradeClass(request)
    case .verify:
      try requireTemporaryFiles()
      return verify(named, asJSON: request.wantsJSON)
    case .book: return try makeBook(request.book)
    }
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
