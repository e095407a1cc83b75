internal import Concurrency
package import Foundation

/// A child process with which this one exchanges lines. It is killed if this object is released
/// before it has ended. Standard error is read meanwhile, so that a full pipe never stops it.
package final class RunningProcess: Sendable {
  package let child: LivingChildren.Child
  /// Its standard input.
  package let input: FileHandle
  private let output: LineReader
  private let errors = OneShot<String>()

  /// Starts a program at an absolute path, with no other environment variables than these. This
  /// object has the other ends of its streams, unless a file is given. Throws a `POSIXError`.
  package init(
    _ program: URL, _ arguments: [String], environment: [String: String],
    input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    // Makes writing to a process that has ended an error instead of a signal.
    signal(SIGPIPE, SIG_IGN)
    let (inputs, outputs, messages) = try (SocketPair(), SocketPair(), SocketPair())
    let childEnds = [inputs.reading, outputs.writing, messages.writing]
    child = try LivingChildren.ofThisProcess.start {
      try SpawnedProcess(
        program.path(percentEncoded: false), arguments, environment: environment,
        descriptors: zip([input, output, errors], childEnds).map { ($0 ?? $1).fileDescriptor })
    }
    // Its output ends when the child ends. An error must not leave a child without an owner.
    for end in childEnds { try? end.close() }
    (self.input, self.output) = (inputs.writing, LineReader(outputs.reading))
    JoinableThread.start(name: "errors of \(child.process.id)") { [errors = self.errors] in
      errors.fulfill(LineReader(messages.reading).rest())
    }
  }

  deinit {
    send(SIGKILL)
    _ = child.exit.wait()
  }

  /// Writes to its standard input. Has no effect after its end.
  package func write(_ text: String) { try? input.write(contentsOf: Data(text.utf8)) }

  /// Waits for its next line. Nil after the last one.
  package func nextLine() -> String? { output.next() }

  /// Sends a signal, such as SIGKILL. Has no effect after its end.
  package func send(_ signal: CInt) { LivingChildren.ofThisProcess.send(signal, to: child) }

  /// Reads the rest of its output, and waits for its end.
  package func ending() -> (output: String, errors: String, exit: SpawnedProcess.Exit) {
    (output.rest(), errors.wait(), child.exit.wait())
  }
}

/// Reads a stream line by line. Only one thread at a time may use it. Unlike `readLine()`, it holds
/// no lock of the C library while it waits, so that another thread can call `exit`.
package final class LineReader: Sendable {
  private let handle: FileHandle
  private let bytes = Locked(Data())

  package init(_ handle: FileHandle) { self.handle = handle }

  /// The next line, without its line break. Nil at the end.
  package func next() -> String? {
    repeat {
      let line = bytes.withLock { bytes -> String? in
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { bytes = Data(bytes[(end + 1)...]) }
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      if let line { return line }
    } while read()
    let rest = rest()
    return rest.isEmpty ? nil : rest
  }

  package func rest() -> String {
    while read() {}
    return bytes.withLock { bytes in
      defer { bytes = Data() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Waits for bytes. Returns false at the end, and after an error.
  private func read() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var count: Int
    repeat {
      count = Foundation.read(handle.fileDescriptor, &buffer, buffer.count)
    } while count < 0 && errno == EINTR
    bytes.withLock { $0 += buffer.prefix(max(count, 0)) }
    return count > 0
  }
}

/// The running children of this process, so that they can be ended with it.
package final class LivingChildren: Sendable {
  package static let ofThisProcess = LivingChildren()

  package final class Child: Sendable {
    package let process: SpawnedProcess
    let exit = OneShot<SpawnedProcess.Exit>()

    fileprivate init(_ process: SpawnedProcess) { self.process = process }
  }

  private struct State {
    /// A process is removed before its id is released, so a signal never reaches another process.
    var children: [ObjectIdentifier: Child] = [:]
    var isOver = false
  }

  private let state = Locked(State())
  /// Entered from the start of each child until its end.
  private let living = DispatchGroup()

  /// Starts a process, and waits for its end on a thread of its own. After ``killAll()``, never
  /// returns if the program is interrupted, and otherwise throws `CancellationError`.
  func start(_ launch: () throws -> SpawnedProcess) throws -> Child {
    // Started under the lock, so that ``killAll()`` finds each child that has started.
    let started = try state.withLock { [living] state -> Child? in
      guard !state.isOver else { return nil }
      let child = Child(try launch())
      state.children[ObjectIdentifier(child)] = child
      living.enter()
      return child
    }
    guard let child = started else {
      Interruption.ofThisProcess.blockIfSignalled()
      throw CancellationError()
    }
    JoinableThread.start(name: "child \(child.process.id)") { [self] in
      child.process.awaitEnd()
      state.withLock { $0.children[ObjectIdentifier(child)] = nil }
      child.exit.fulfill(child.process.reap().exit)
      living.leave()
    }
    return child
  }

  /// Sends a signal. Has no effect on a process that has ended.
  func send(_ signal: CInt, to child: Child) {
    state.withLock { $0.children[ObjectIdentifier(child)]?.process.send(signal) }
  }

  /// Kills all children, and waits until they have ended.
  package func killAll() {
    state.withLock { state in
      state.isOver = true
      for child in state.children.values { child.process.send(SIGKILL) }
    }
    living.wait()
  }
}
