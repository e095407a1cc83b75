import Foundation
internal import Processes

/// A child process that runs the chapter's own program. When this object is released, the process
/// is killed if it has not ended, and its temporary files are removed.
public final class ChildProcess: Sendable {
  private let process: RunningProcess
  private let temporaryFiles: ScratchFolder
  private let record: @Sendable (Recording.Kind, _ text: String, _ isFromChild: Bool) -> Void

  package struct Failure: Error, Equatable, CustomStringConvertible, LocalizedError {
    let role: String
    let code: POSIXErrorCode

    package var description: String {
      let reason = String(cString: strerror(code.rawValue))
      let isFull = [.EMFILE, .ENFILE].contains(code)
      return "the process \(role) cannot be started (\(reason))"
        + (isFull ? "; \(OpenFileLimit.advice)" : "")
    }

    package var errorDescription: String? { description }
  }

  /// How a process ended.
  public struct ExecutionResult: Sendable {
    /// The printed lines that were not read before.
    public let lines: [String]
    /// Its standard error.
    public let errors: String
    /// The exit status, or the number of the signal that ended it.
    public let status: Int32
    /// Whether it ended by itself with status 0.
    public let isNormal: Bool

    /// `normally` or `abnormally`.
    public var manner: String { isNormal ? "normally" : "abnormally" }
  }

  /// Starts it, and records its start, the lines in both directions, and its end.
  init(
    _ program: URL, as role: String, _ arguments: [String],
    record: @escaping @Sendable (Recording.Kind, _ text: String, _ isFromChild: Bool) -> Void
  ) throws {
    self.record = record
    temporaryFiles = try ScratchFolder()
    let environment = ProcessInfo.processInfo.environment
      .merging([
        "SWIFT_BACKTRACE": "enable=no", "TMPDIR": temporaryFiles.url.path,
        ParentInput.runFolder: temporaryFiles.url.deletingLastPathComponent().path,
      ]) { $1 }
    do {
      process = try RunningProcess(
        program, [ChildRole.argument, role] + arguments, environment: environment)
    } catch let error as POSIXError {
      throw Failure(role: role, code: error.code)
    }
    record(.`init`, "as a process", true)
  }

  /// Sends the process a line. Has no effect after its end.
  public func say(_ line: String) {
    record(.send, line, false)
    process.write(line + "\n")
  }

  /// Waits for the next line of the process. Nil when it has ended.
  public func nextLine() -> String? {
    let line = process.nextLine()
    if let line { record(.send, line, true) }
    return line
  }

  /// Ends it at once by SIGKILL.
  public func kill() { process.send(SIGKILL) }

  /// Sends the end mark, and waits for the end of the process.
  public func ending() -> ExecutionResult {
    // The pipe stays open: its end would mean to the child that this process has ended.
    process.write(ParentInput.end + "\n")
    var lines: [String] = []
    while let line = nextLine() { lines.append(line) }
    let end = process.ending()
    let ending = ExecutionResult(
      lines: lines, errors: end.errors, status: end.exit.number, isNormal: end.exit == .status(0))
    record(.`deinit`, ending.manner, true)
    return ending
  }
}

extension Transcript {
  /// Starts the chapter's program again in a role, and records the lines that it exchanges with
  /// this process as messages between the page and a part.
  ///
  /// The part has the name of the role unless `part` is given. If `file` is given, the lines of the
  /// child are recorded as writes to that part instead.
  ///
  /// - Throws: An error if the program cannot be started.
  public func start(
    _ role: ChildRole, _ arguments: [String] = [], as part: String? = nil,
    writing file: String? = nil, fileID: String = #fileID, line: Int = #line
  ) throws -> ChildProcess {
    let part = part ?? role.name
    let recipient = file ?? Recording.page
    return try ChildProcess(program, as: role.name, arguments) { [self] kind, text, isFromChild in
      let isWrite = kind == .send && isFromChild && file != nil
      let (from, to) = isFromChild ? (part, recipient) : (Recording.page, part)
      record(
        isWrite ? .write : kind, text, from: kind == .send ? from : nil,
        to: kind == .send ? to : part, fileID: fileID, line: line)
    }
  }

  /// Starts the program as ``start(_:_:as:writing:fileID:line:)`` does, and waits for its end.
  public func run(
    _ role: ChildRole, _ arguments: [String] = [], as part: String? = nil,
    writing file: String? = nil, fileID: String = #fileID, line: Int = #line
  ) throws -> ChildProcess.ExecutionResult {
    try start(role, arguments, as: part, writing: file, fileID: fileID, line: line).ending()
  }
}
