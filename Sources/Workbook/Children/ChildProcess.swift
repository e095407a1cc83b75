internal import Concurrency
import Foundation

/// A chapter's own program in a process of its own.
///
/// Standard error is read while it runs and standard output when it ends, or line by line before, so that it is
/// never stopped by a full pipe. If this object is released before its end, it is killed. What it
/// leaves in its temporary directory is removed with this object.
public final class ChildProcess: @unchecked Sendable {
  // Unchecked because the page that started it is the only one to use it, apart from `errors`.
  private let process = Process()
  private let temporaryFiles: ScratchFolder
  private let input = Pipe()
  private let output: LineReader
  private let errors = Locked("")
  private let reading = DispatchGroup()
  private let ended = DispatchSemaphore(value: 0)

  /// How a process ended.
  public struct Ending: Sendable {
    /// The lines that it printed and that were not read before.
    public let lines: [String]
    /// What it wrote to standard error.
    public let errors: String
    /// The exit status, or the number of the signal that ended it.
    public let status: Int32
    /// Whether it ended by itself with status 0, and was not ended by a crash, an error or a signal.
    public let isNormal: Bool

    /// `normally` or `abnormally`.
    public var manner: String { isNormal ? "normally" : "abnormally" }
  }

  /// Starts it.
  init(_ program: URL, as role: String, _ arguments: [String]) throws {
    // So that speaking to a process that has ended is an error and not a signal.
    signal(SIGPIPE, SIG_IGN)
    temporaryFiles = try ScratchFolder()
    let outputPipe = Pipe()
    let errorPipe = Pipe()
    output = LineReader(outputPipe.fileHandleForReading)
    process.executableURL = program
    process.arguments = [ChildRole.argument, role] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging([
        "SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporaryFiles.url.path,
        ParentInput.runFolder: temporaryFiles.url.deletingLastPathComponent().path,
      ]) { $1 }
    process.standardInput = input
    process.standardOutput = outputPipe
    process.standardError = errorPipe
    process.terminationHandler = { [ended] process in
      LivingChildren.ofThisProcess.ended(process)
      ended.signal()
    }
    try LivingChildren.ofThisProcess.start(process)
    DispatchQueue.global().async(group: reading) { [errors] in
      let data = errorPipe.fileHandleForReading.readDataToEndOfFile()
      errors.withLock { $0 = String(decoding: data, as: UTF8.self) }
    }
  }

  /// Says a line to it; whether it listens is its matter.
  public func say(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for its next line; nil when it has ended.
  public func nextLine() -> String? { output.next() }

  /// Ends it at once, whatever it is doing: by SIGKILL.
  public func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Says no more, and waits for its end. The pipe stays open, because its end would mean that this
  /// process has ended.
  public func ending() -> Ending {
    say(ParentInput.end)
    var lines: [String] = []
    while let line = output.next() { lines.append(line) }
    reading.wait()
    ended.wait()
    ended.signal()
    let isExit = process.terminationReason == .exit
    return Ending(
      lines: lines, errors: errors.withLock { $0 }, status: process.terminationStatus,
      isNormal: isExit && process.terminationStatus == 0)
  }

  deinit { if process.isRunning { kill() } }
}
