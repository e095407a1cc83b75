public import Foundation
internal import Processes

/// A program that tests run in a separate process: a built program of this package, or another
/// program at a path.
public struct BuiltProgram: Sendable {
  /// The result of a run.
  public struct ExecutionResult: Sendable {
    /// The text on standard output, unless it was redirected.
    public let output: String
    /// The text on standard error.
    public let errors: String
    /// The exit status, or the number of the signal that ended the process.
    public let status: Int32
    /// Whether the process exited instead of being ended by a signal.
    public let isExit: Bool
  }

  public let executable: URL

  /// The program of a target, such as `Chapter-Subjects`.
  public init(_ name: String) { executable = Self.folder.appending(path: name) }

  /// A program outside this package.
  public init(at executable: URL) { self.executable = executable }

  /// Writes an executable script. Another process writes the file: a child that this process starts
  /// meanwhile would inherit it open for writing, and the system executes no such file.
  public init(script: String, at executable: URL) throws {
    self.executable = executable
    let writing = try BuiltProgram(at: URL(filePath: "/bin/sh")).run([
      "-c", #"printf %s "$1" > "$0" && chmod 755 "$0""#, executable.path, script,
    ])
    if writing.status != 0 { throw CocoaError(.fileWriteUnknown) }
  }

  /// Runs the program to its end. Both outputs are read meanwhile, so a full pipe cannot block it.
  ///
  /// `environment` is added to that of this process, `input` is empty by default, and `output` is a
  /// file that receives standard output instead of ``ExecutionResult/output``.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:], input: FileHandle? = nil,
    output: FileHandle? = nil
  ) throws -> ExecutionResult {
    let nothing = try FileHandle(forReadingFrom: URL(filePath: "/dev/null"))
    return try start(arguments, environment: environment, input: input ?? nothing, output: output)
      .ending()
  }

  /// Starts the program, for a test that interacts with it. A file replaces a pipe of the returned
  /// process.
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

  /// The folder of the built programs, which contains the test bundle.
  public static var folder: URL {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let executable = URL(filePath: CommandLine.arguments[0])
    return (bundle?.bundleURL ?? executable).deletingLastPathComponent()
  }

  /// The folder of the compiled modules, for type-checking snippets against them.
  public static var modules: URL { folder.appending(path: "Modules") }
}

/// A running process of a ``BuiltProgram``.
///
/// Standard error is read while the process runs, so a full pipe cannot block it. Releasing this
/// object kills a process that has not ended.
public final class RunningProgram {
  private let process: RunningProcess
  private var ended: BuiltProgram.ExecutionResult?

  init(_ process: RunningProcess) { self.process = process }

  public var id: Int32 { process.child.process.id }

  /// Writes to standard input. Has no effect after the process has ended.
  public func write(_ text: String) { process.write(text) }

  /// Closes standard input.
  public func closeInput() { try? process.input.close() }

  public var isRunning: Bool { !process.child.process.hasEnded }

  /// Sends a signal, such as SIGKILL.
  public func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the next line on standard output. Returns nil after the last line.
  public func line() -> String? { process.nextLine() }

  /// Waits for lines on standard output through the given one, or to the end.
  public func lines(through last: String) -> [String] {
    var lines: [String] = []
    while lines.last != last, let line = line() { lines.append(line) }
    return lines
  }

  /// Closes standard input and waits for the process to end. The result's output is the text that
  /// ``line()`` has not returned.
  @discardableResult
  public func ending() -> BuiltProgram.ExecutionResult {
    if let ended { return ended }
    closeInput()
    let end = process.ending()
    let ending = BuiltProgram.ExecutionResult(
      output: end.output, errors: end.errors, status: end.exit.number,
      isExit: end.exit == .status(end.exit.number))
    ended = ending
    return ending
  }
}
