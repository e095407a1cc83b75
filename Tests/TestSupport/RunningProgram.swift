internal import Concurrency
internal import Foundation
internal import Terminal

/// A process of a ``BuiltProgram``, for use by one test.
///
/// Both outputs are read while the test waits, so that no full pipe stops the process. The process is
/// killed when this object is released before its end.
public final class RunningProgram {
  private let child: Child
  private let input: FileHandle
  private var output: Stream
  private var errors: Stream
  private var ended: BuiltProgram.Ending?

  init(_ process: SpawnedProcess, input: FileHandle, output: FileHandle, errors: FileHandle) {
    // Writing to a process that has ended is an error then, and not a signal that ends the tests.
    signal(SIGPIPE, SIG_IGN)
    child = Child(process)
    self.input = input
    self.output = Stream(handle: output)
    self.errors = Stream(handle: errors)
  }

  deinit {
    guard ended == nil else { return }
    child.send(SIGKILL)
    _ = child.exit.wait()
  }

  /// The process id.
  public var id: Int32 { child.process.id }

  /// Writes to its standard input; without effect after its end.
  public func write(_ text: String) { try? input.write(contentsOf: Data(text.utf8)) }

  /// Ends its standard input.
  public func closeInput() { try? input.close() }

  /// Whether it has not ended yet.
  public var isRunning: Bool { child.isRunning }

  /// Sends a signal, such as SIGKILL.
  public func send(_ signal: Int32) { child.send(signal) }

  /// Waits for the next line on its standard output; nil after the last.
  public func line() -> String? {
    while true {
      if let line = output.takeLine() { return line }
      guard output.isOpen else { return output.takeRest() }
      readSome()
    }
  }

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
    while output.isOpen || errors.isOpen { readSome() }
    let (status, isExit) =
      switch child.exit.wait() {
      case .status(let status): (status, true)
      case .signal(let signal): (signal, false)
      }
    let ending = BuiltProgram.Ending(
      output: output.takeRest() ?? "", errors: errors.takeRest() ?? "", status: status,
      isExit: isExit)
    ended = ending
    return ending
  }

  /// Blocks until one of the open streams has bytes or ends, and reads those.
  private func readSome() {
    var streams = [output, errors].filter(\.isOpen)
      .map { pollfd(fd: $0.handle.fileDescriptor, events: Int16(POLLIN), revents: 0) }
    guard poll(&streams, nfds_t(streams.count), -1) > 0 else { return }
    for stream in streams where stream.revents != 0 {
      if stream.fd == output.handle.fileDescriptor { output.read() } else { errors.read() }
    }
  }

  /// The process and its exit, which a thread waits for from the beginning: Swift Testing looks for the ends of exit
  /// tests in a loop, which spins as long as any other child has ended and was not waited for.
  private final class Child: Sendable {
    let process: SpawnedProcess
    let exit = OneShot<SpawnedProcess.Exit>()
    private let running = Locked(true)

    init(_ process: SpawnedProcess) {
      self.process = process
      Thread.detachNewThread { [exit, running] in
        process.awaitEnd()
        exit.fulfill(
          running.withLock { isRunning in
            isRunning = false
            return process.waitUntilExit()
          })
      }
    }

    var isRunning: Bool { running.withLock { $0 } }

    /// Under the lock, because the id may belong to another process after the exit.
    func send(_ signal: Int32) {
      running.withLock { isRunning in
        if isRunning { process.send(signal) }
      }
    }
  }

  private struct Stream {
    let handle: FileHandle
    private var bytes = Data()
    private(set) var isOpen = true

    init(handle: FileHandle) { self.handle = handle }

    mutating func read() {
      let more = handle.availableData
      bytes += more
      isOpen = !more.isEmpty
    }

    mutating func takeLine() -> String? {
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { bytes = Data(bytes[(end + 1)...]) }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func takeRest() -> String? {
      defer { bytes = Data() }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }
}
