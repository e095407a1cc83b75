import BuiltPrograms
import Foundation

/// A `StoreWriter` that is running.
final class RunningWriter {
  private let process: Process
  private let input = Pipe()
  private let output = Pipe()
  private var unread = Data()

  init(_ arguments: [String]) throws {
    process = BuiltProgram("StoreWriter").process(arguments)
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// The next line that it prints; nil after the last.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      unread += more
    }
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func endInput() { try? input.fileHandleForWriting.close() }

  func wait() { process.waitUntilExit() }
}
