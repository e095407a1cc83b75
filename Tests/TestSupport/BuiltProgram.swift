public import Foundation
internal import Processes

/// A program to run in a process of its own: one of this package, as it was built beside the tests, or
/// another one by its path.
public struct BuiltProgram: Sendable {
  /// How a run ended.
  public struct Ending: Sendable {
    /// What the program wrote to standard output, unless that was redirected.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String
    /// The exit status, or the number of the signal that ended it.
    public let status: Int32
    /// Whether it exited, and was not ended by a signal.
    public let isExit: Bool
  }

  /// Where the program is.
  public let executable: URL

  /// - Parameter name: the target's name, such as `Chapter-Subjects`.
  public init(_ name: String) { executable = Self.folder.appending(path: name) }

  /// - Parameter executable: a program that is not part of this package.
  public init(at executable: URL) { self.executable = executable }

  /// Runs the program to its end; both outputs are read meanwhile, so that no full pipe stops it.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - environment: variables on top of those of this process.
  ///   - input: standard input; nothing by default.
  ///   - output: where standard output goes instead of into ``Ending/output``.
  /// - Returns: how it ended.
  /// - Throws: why it cannot be started.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:], input: FileHandle? = nil,
    output: FileHandle? = nil
  ) throws -> Ending {
    let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
    return try start(arguments, environment: environment, input: input ?? nothing, output: output)
      .ending()
  }

  /// Starts the program, for a test that talks with it while it runs.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - environment: variables on top of those of this process.
  ///   - input: standard input; by default what is written to the returned process.
  ///   - output: where standard output goes instead of to the returned process.
  ///   - errors: where standard error goes instead of to the returned process.
  /// - Returns: the process, which is killed when it is released before its end.
  /// - Throws: why it cannot be started.
  public func start(
    _ arguments: [String] = [], environment: [String: String] = [:], input: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws -> RunningProgram {
    RunningProgram(
      try RunningProcess(
        executable, arguments,
        environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
        input: input, output: output, errors: errors))
  }

  /// Where SwiftPM puts the programs: beside the test bundle.
  private static var folder: URL {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let executable = URL(filePath: CommandLine.arguments[0])
    return (bundle?.bundleURL ?? executable).deletingLastPathComponent()
  }

  /// The folder of the compiled modules, for type-checking snippets against them.
  public static var modules: URL { folder.appending(path: "Modules") }
}
