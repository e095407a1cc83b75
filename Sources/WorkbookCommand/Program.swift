internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

@main enum Program {
  static func main() { Commands.workbook.main { try TeachingProgram.run($0, in: $1) } }
}

extension Commands {
  static let workbook = Commands(
    unnamed: StatusCommand.self,
    named: [
      ListCommand.self, CheckCommand.self, WatchCommand.self, PlayCommand.self, HintCommand.self,
      ResetCommand.self, UndoCommand.self, RedoCommand.self, SolutionCommand.self,
      PackCommand.self,
      DoctorCommand.self, GradeCommand.self, ClassCommand.self, VerifyCommand.self,
      BookCommand.self,
    ])
}

/// Replaces this process with the program for teachers and authors, with the same arguments.
enum TeachingProgram {
  /// The environment variable with the path of the program. If it is set, nothing is built.
  static let variable = "WORKBOOK_TEACHING"

  /// Returns only if a signal has ended the build.
  static func run(_ command: any Subcommand, in context: CommandContext) throws -> ExitStatus {
    if let built = context.environment.variables[variable] {
      try become(built, in: context)
    }
    let program = PackageProgram("workbook-teaching", package: context.package)
    let isBuilt: Void? = try context.whileCancellable({ program.cancel() }) {
      () throws(GradingError) in
      try program.build {
        context.complain(
          "building the program for `class` and `book` first, which takes about 20 s")
      }
    }
    if isBuilt != nil { try become(program.url.path, in: context) }
    return .failure
  }

  /// `execv`, looked up by name because the declarations of `.ci/mac` do not have it.
  private static let execute = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "execv"),
    to: (@convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32)?.self)

  private static func become(_ program: String, in context: CommandContext) throws -> Never {
    // A signal in the next moment has no effect. After that, it ends the new program.
    context.environment.interruption.exitIfSignalled()
    var words = ([program] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    _ = execute?(program, &words)
    throw GradingError("“\(program)” could not be started", errno)
  }
}
