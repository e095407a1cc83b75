import Concurrency
import Foundation
import Testing

@testable import Processes

struct `The children of a process` {
  private static func start(
    _ program: String, input: FileHandle, among children: LivingChildren
  ) throws -> LivingChildren.Child {
    let nothing = FileHandle.nullDevice.fileDescriptor
    return try children.start {
      try SpawnedProcess(
        program, environment: [:], descriptors: [input.fileDescriptor, nothing, nothing])
    }
  }

  /// Each `cat` waits for input that is never written.
  @Test
  func `are killed with it, and an ended child receives no signal`() throws {
    let children = LivingChildren()
    let inputs = (0..<4).map { _ in Pipe() }
    let started = try inputs.enumerated().map { number, input in
      try Self.start(
        number == 0 ? "/usr/bin/true" : "/bin/cat", input: input.fileHandleForReading,
        among: children)
    }
    let first = started[0].exit.wait()
    children.send(SIGKILL, to: started[0])
    children.killAll()
    let others = started.dropFirst().map { $0.exit.wait() }
    #expect(first == .status(0))
    #expect(others == Array(repeating: .signal(SIGKILL), count: 3))
    #expect(throws: CancellationError.self) {
      _ = try Self.start("/usr/bin/true", input: .nullDevice, among: children)
    }
    withExtendedLifetime(inputs) {}
  }

  @Test
  func `leave nothing to wait for when their program cannot be started`() throws {
    let children = LivingChildren()
    let error = #expect(throws: POSIXError.self) {
      _ = try Self.start("/no such program", input: .nullDevice, among: children)
    }
    children.killAll()
    #expect(error?.code == .ENOENT)
  }
}
