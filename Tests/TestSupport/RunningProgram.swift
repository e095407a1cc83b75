internal import Processes

/// A running process of a ``BuiltProgram``.
///
/// Standard error is read while the process runs, so a full pipe cannot block it. Releasing this
/// object kills a process that has not ended.
public final class RunningProgram {
  private let process: RunningProcess
  private var ended: BuiltProgram.ExecutionResult?

  init(_ process: RunningProcess) { self.process = process }

  /// The process id.
  public var id: Int32 { process.id }

  /// Writes to standard input. Has no effect after the process has ended.
  public func write(_ text: String) { process.write(text) }

  /// Closes standard input.
  public func closeInput() { process.closeInput() }

  public var isRunning: Bool { process.isRunning }

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

  /// Closes standard input and waits for the process to end. ``BuiltProgram/ExecutionResult/output`` is the
  /// text that ``line()`` has not returned.
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
