internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

/// Becomes the program that has the commands of teachers and authors, with the same words.
struct HandOver: Teaching {
  let arguments: [String]

  /// An environment variable with the path of the program, which is not built then.
  static let variable = "WORKBOOK_TEACHING"

  func run(_ command: ClassCommand, in context: CommandContext) throws -> ExitStatus {
    try handOver(in: context)
  }

  func run(_ command: BookCommand, in context: CommandContext) throws -> ExitStatus {
    try handOver(in: context)
  }

  /// Returns only if a signal has ended the build.
  private func handOver(in context: CommandContext) throws -> ExitStatus {
    if let built = context.environment.variables[Self.variable] {
      try become(built, in: context)
    }
    let program = PackageProgram("workbook-teaching", package: context.package)
    let isBuilt: Void? = try context.whileCancellable({ program.cancel() }) {
      () throws(GradingError) in
      try program.build {
        context.complain(
          "`class` and `book` are a program of their own, which is built first: about 20 s")
      }
    }
    if isBuilt != nil { try become(program.url.path, in: context) }
    return .failure
  }

  /// `execv`, by its name: the declarations with which `.ci/mac` checks the package lack it.
  private static let execute = unsafeBitCast(
    dlsym(dlopen(nil, RTLD_NOW), "execv"),
    to: (@convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int32)?.self)

  /// Replaces this program. The new one has the same process, standard streams, environment and
  /// folder.
  private func become(_ program: String, in context: CommandContext) throws -> Never {
    context.environment.interruption.endHandling()
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    _ = Self.execute?(program, &words)
    throw GradingError("“\(program)” could not be started", errno)
  }
}
