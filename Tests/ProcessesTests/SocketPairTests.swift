#if os(Linux)
  import Concurrency
  import Foundation
  import Processes
  import TestSupport
  import Testing

  struct `A pair of sockets` {
    /// Runs in a child process, because other tests open files too.
    @Test
    func `is inherited by no child, even if it starts while the pair is created`() async {
      await #expect(processExitsWith: .success) {
        let lines = try descriptorsOfChildren(300)
        #expect(lines.count == 300)
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
