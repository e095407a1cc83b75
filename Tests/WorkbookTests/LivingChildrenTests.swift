import Foundation
import Testing

@testable import Workbook

@Suite(.serialized)
struct `The children of a process` {
  /// Each waits for a line that nobody says.
  @Test
  func `end with it, and one that has ended before is left alone`() throws {
    let children = LivingChildren()
    let inputs = (0..<4).map { _ in Pipe() }
    let processes = inputs.enumerated().map { number, input in
      let process = Process()
      process.executableURL = URL(filePath: number == 0 ? "/usr/bin/true" : "/bin/cat")
      process.standardInput = input
      process.standardOutput = FileHandle.nullDevice
      process.terminationHandler = { children.ended($0) }
      return process
    }
    for process in processes { try children.start(process) }
    processes[0].waitUntilExit()
    children.killAll()
    for process in processes { process.waitUntilExit() }
    let statuses = processes.map(\.terminationStatus)
    #expect(statuses == [0, SIGKILL, SIGKILL, SIGKILL])
    withExtendedLifetime(inputs) {}
  }
}
