internal import Concurrency
internal import Foundation

/// The lines from the process that started this one: `line* endMark?`, on standard input.
///
/// The parent keeps its end of the pipe open until this process has ended. The end of the input
/// therefore means that the parent has ended, however it did: the system closes its files.
final class ParentInput: Sendable {
  /// The line after which the parent sends no others.
  static let end = "\u{4}"

  /// The environment variable with the folder in which the parent keeps its run's files.
  static let runFolder = "WORKBOOK_RUN_FOLDER"

  /// The input of this process.
  static let ofThisProcess = ParentInput()

  /// Nil is the end; it stays.
  private let lines = Locked<[String?]>([])
  private let available = DispatchSemaphore(value: 0)

  /// Starts to read.
  ///
  /// - Parameter body: Called once the parent has ended, on a thread of its own.
  func whenParentEnds(_ body: @escaping @Sendable () -> Void) {
    JoinableThread.start(name: "input") { [self] in
      let input = LineReader(.standardInput)
      while let line = input.next() {
        lines.withLock { $0.append(line == Self.end ? nil : line) }
        available.signal()
      }
      body()
    }
  }

  /// Never returns once the parent has ended: the thread that reads ends this process. A role that
  /// returns, or fails because its files are being removed, would otherwise be faster.
  func blockIfParentHasEnded() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 0) == 1, input.revents & Int16(POLLHUP) != 0 else { return }
    DispatchSemaphore(value: 0).wait()
  }

  /// Waits for the next line; nil when the parent sends no others.
  func next() -> String? {
    available.wait()
    let line = lines.withLock { lines in
      lines.first == .some(nil) ? nil : lines.removeFirst()
    }
    if line == nil { available.signal() }
    return line
  }
}

/// Reads a stream line by line; one thread at a time.
///
/// Not `readLine()`, which holds a lock of the C library while it waits, so that another thread could
/// not leave the process by `exit`.
final class LineReader: Sendable {
  private let handle: FileHandle
  private let bytes = Locked(Data())

  init(_ handle: FileHandle) { self.handle = handle }

  /// The next line, without its line break; nil at the end.
  func next() -> String? {
    while true {
      if let line = bytes.withLock({ Self.removeLine(from: &$0) }) { return line }
      let more = availableBytes()
      guard !more.isEmpty else { break }
      bytes.withLock { $0 += more }
    }
    let rest = bytes.withLock { bytes in
      defer { bytes = Data() }
      return bytes
    }
    return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }

  /// Waits for bytes; none at the end, and after an error. Not `availableData`, which ends the process at an error.
  private func availableBytes() -> ArraySlice<UInt8> {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var count = read(handle.fileDescriptor, &buffer, buffer.count)
    while count < 0, errno == EINTR { count = read(handle.fileDescriptor, &buffer, buffer.count) }
    return buffer.prefix(max(count, 0))
  }

  private static func removeLine(from bytes: inout Data) -> String? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { bytes = Data(bytes[(end + 1)...]) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
