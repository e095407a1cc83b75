internal import Concurrency
internal import Foundation
internal import Processes

/// The lines from the process that started this one: `line* endMark?`, on standard input.
///
/// The parent keeps its end of the pipe open until this process has ended. So the end of the input
/// means that the parent has ended, even by a crash: the system closes its files.
final class ParentInput: Sendable {
  /// The line that follows the parent's last line.
  static let end = "\u{4}"

  /// The environment variable with the folder of the parent's run.
  static let runFolder = "WORKBOOK_RUN_FOLDER"

  static let ofThisProcess = ParentInput()

  /// The unread lines. Nil marks the end, and is never removed.
  private let lines = Locked<[String?]>([])
  private let available = DispatchSemaphore(value: 0)

  /// Starts to read. Calls `body` once the parent has ended, on a thread of its own.
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

  /// Never returns once the parent has ended, because the reading thread then ends this process.
  /// Otherwise a role that returns, or fails because its files are being removed, could end it
  /// first.
  func blockIfParentHasEnded() {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&input, 1, 0) == 1, input.revents & Int16(POLLHUP) != 0 else { return }
    DispatchSemaphore(value: 0).wait()
  }

  func next() -> String? {
    available.wait()
    let line = lines.withLock { lines in
      lines.first == .some(nil) ? nil : lines.removeFirst()
    }
    if line == nil { available.signal() }
    return line
  }
}
