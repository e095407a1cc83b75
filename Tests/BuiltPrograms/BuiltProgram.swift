public import Foundation

/// A program of this package, as it was built beside the tests, run in a process of its own.
public struct BuiltProgram: Sendable {
  /// How a run ended.
  public struct Ending: Sendable {
    /// What came on standard output, if it was not sent elsewhere.
    public let output: String
    /// What came on standard error.
    public let errors: String
    /// The exit status, or the number of the signal that ended it.
    public let status: Int32
    /// Whether it ended by itself.
    public let isExit: Bool
  }

  private let executable: URL

  /// - Parameter name: the target's name, such as `Chapter-Subjects`.
  public init(_ name: String) {
    executable = Self.folder.appending(path: name)
  }

  /// Runs it to its end; reads both outputs while it runs, so that a full pipe never stops it.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - environment: variables on top of those of this process.
  ///   - input: standard input; nothing by default.
  ///   - output: where standard output goes instead of into ``Ending/output``.
  /// - Returns: how it ended.
  /// - Throws: when it cannot be started.
  public func run(
    _ arguments: [String] = [], environment: [String: String] = [:],
    input: FileHandle = .nullDevice, output: FileHandle? = nil
  ) throws -> Ending {
    let process = Process()
    let outputPipe = Pipe()
    let errorPipe = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = input
    if let output { process.standardOutput = output } else { process.standardOutput = outputPipe }
    process.standardError = errorPipe
    try process.run()

    let errorText = Text()
    let reading = DispatchGroup()
    let errorHandle = errorPipe.fileHandleForReading
    DispatchQueue.global().async(group: reading) { errorText.read(errorHandle) }
    let outputText = Text()
    if output == nil { outputText.read(outputPipe.fileHandleForReading) }
    reading.wait()
    process.waitUntilExit()
    return Ending(
      output: outputText.value, errors: errorText.value, status: process.terminationStatus,
      isExit: process.terminationReason == .exit)
  }

  /// A process of it, for callers that talk with it while it runs; they start it.
  public func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    return process
  }

  /// Where SwiftPM put the programs: beside the test bundle.
  private static var folder: URL {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let executable = URL(filePath: CommandLine.arguments[0])
    return (bundle?.bundleURL ?? executable).deletingLastPathComponent()
  }

  /// The folder of the compiled modules, for type-checking snippets against them.
  public static var modules: URL { folder.appending(path: "Modules") }
}

/// What one thread reads and another takes, after the first is done.
private final class Text: @unchecked Sendable {
  // Unchecked because a dispatch group stands between the writing and the reading.
  private(set) var value = ""

  func read(_ handle: FileHandle) {
    value = String(decoding: handle.readDataToEndOfFile(), as: UTF8.self)
  }
}
