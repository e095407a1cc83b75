internal import Concurrency
import Foundation
internal import Processes
internal import Terminal

/// The behaviour of a chapter's program that a page starts as a child process, to be killed, to
/// crash, or to be launched again. The chapter lists its roles as it lists its pages.
public struct ChildRole: Sendable {
  /// The name of the role on the command line.
  public let name: String

  let body: @Sendable (Child) throws -> Void

  /// The body runs on the main thread. An error ends the process with status 1.
  public init(_ name: String, body: @escaping @Sendable (Child) throws -> Void) {
    self.name = name
    self.body = body
  }

  /// The first argument of a program that runs as a child.
  static let argument = "--child"
}

/// The child process: its arguments, and the lines that it exchanges with the page that started it.
public struct Child: Sendable {
  /// The arguments from the page.
  public let arguments: [String]

  /// Sends the page a line, unbuffered, so that it arrives even if the process crashes afterwards.
  public func say(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Waits for a line from the page. Nil after the last one.
  public func nextLine() -> String? { ParentInput.ofThisProcess.next() }
}

extension Chapter {
  /// Plays the role that the command line names, if any, and ends the process. If the parent ends
  /// first, this process ends too, and removes the files of both.
  static func playRole(_ arguments: [String]) {
    guard arguments.count > 1, arguments[0] == ChildRole.argument,
      let role = children.first(where: { $0.name == arguments[1] })
    else { return }
    ParentInput.ofThisProcess.whenParentEnds {
      guard Interruption.ofThisProcess.begin(SIGHUP) else { return }
      cleanUp()
      if let folder = ProcessInfo.processInfo.environment[ParentInput.runFolder] {
        RunFolder.remove(URL(filePath: folder))
      }
      _exit(ExitStatus.failure.rawValue)
    }
    var status = ExitStatus.success
    do { try role.body(Child(arguments: Array(arguments.dropFirst(2)))) } catch {
      try? FileHandle.standardError.write(contentsOf: Data("\(role.name): \(error)\n".utf8))
      status = .failure
    }
    ParentInput.ofThisProcess.blockIfParentHasEnded()
    Interruption.ofThisProcess.leave(status.rawValue)
  }
}

/// The lines from the parent process: `line* endMark?`, on standard input. The parent keeps the
/// pipe open until this process ends, so the end of the input means that the parent has ended.
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

  /// Never returns once the parent has ended: the reading thread then ends this process.
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
