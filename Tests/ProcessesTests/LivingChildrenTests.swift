import Concurrency
import Foundation
import TestSupport
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

  @Test(.exitTest)
  func `end by the signals that their parent ignores`() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGPIPE, SIGXFSZ] {
        signal(number, SIG_IGN)
        let child = try RunningProcess(
          URL(filePath: "/bin/sh"), ["-c", "kill -\(number) $$"], environment: [:])
        #expect(child.ending().exit == .signal(number))
      }
    }
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

#if os(Linux)
  struct `A pair of sockets` {
    /// Runs in a child process, because other tests open files too.
    @Test(.exitTest)
    func `is inherited by no child, even if it starts while the pair is created`() async {
      await #expect(processExitsWith: .success) {
        let lines = try descriptorsOfChildren(60)
        #expect(lines.count == 60)
        #expect(Set(lines).count == 1)
      }
    }
  }

  /// Starts children while another thread creates pairs, and returns a line with the descriptors of
  /// each child.
  private func descriptorsOfChildren(_ count: Int) throws -> [Substring] {
    let folder = try TemporaryFolder()
    let file = folder.file("descriptors")
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let isDone = Locked(false)
    let creator = JoinableThread.start(name: "creator") {
      while !isDone.withLock({ $0 }) { _ = try? SocketPair() }
    }
    for _ in 0..<count {
      try SpawnedProcess(
        "/bin/sh", ["-c", "echo /proc/self/fd/*"], environment: [:],
        descriptors: [descriptor, descriptor, descriptor]
      ).reap()
    }
    isDone.withLock { $0 = true }
    creator.join()
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }
#endif
