internal import Processes

/// A process of a ``BuiltProgram``, for use by one test.
///
/// Standard error is read while the process runs, so that no full pipe stops it. The process is killed when this object
/// is released before its end.
public final class RunningProgram {
  private let process: RunningProcess
  private var ended: BuiltProgram.Ending?

  init(_ process: RunningProcess) { self.process = process }

  /// The process id.
  public var id: Int32 { process.id }

  /// Writes to its standard input; without effect after its end.
  public func write(_ text: String) { process.write(text) }

  /// Ends its standard input.
  public func closeInput() { process.closeInput() }

  /// Whether it has not ended yet.
  public var isRunning: Bool { process.isRunning }

  /// Sends a signal, such as SIGKILL.
  public func send(_ signal: Int32) { process.send(signal) }

  /// Waits for the next line on its standard output; nil after the last.
  public func line() -> String? { process.nextLine() }

  /// Waits for lines on its standard output, up to and with the given one, or to the last.
  public func lines(through last: String) -> [String] {
    var lines: [String] = []
    while lines.last != last, let line = line() { lines.append(line) }
    return lines
  }

  /// Ends its standard input and waits for its end; ``BuiltProgram/Ending/output`` is then what
  /// ``line()`` has not returned.
  @discardableResult
  public func ending() -> BuiltProgram.Ending {
    if let ended { return ended }
    closeInput()
    let end = process.ending()
    let ending = BuiltProgram.Ending(
      output: end.output, errors: end.errors, status: end.exit.number,
      isExit: end.exit == .status(end.exit.number))
    ended = ending
    return ending
  }
}
