internal import Concurrency
internal import Foundation
internal import Processes

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
