import Foundation
import Processes
import TestSupport
import Testing

@testable import Grading

struct `The isolation` {
  @Test
  func `finds the folder that other users cannot enter`() throws {
    let temporary = try TemporaryFolder("closed")
    let closed = temporary.url.appending(path: "closed")
    let inner = closed.appending(path: "inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    let open = Isolation.closedFolder(above: inner.path)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: closed.path)
    let found = Isolation.closedFolder(above: inner.path)
    #expect(open != closed.path)
    #expect(found == (open ?? closed.path))
  }

  @Test
  func `has namespaces, or the reason why not`() {
    let probe = IsolationProbe.ofThisMachine
    #expect((probe.level == .namespaces) == (probe.reason == nil))
  }
}

struct `The folder of a grader` {
  @Test
  func `is removed by the next grader after its process was killed, and not before`()
    async throws
  {
    let temporary = try TemporaryFolder("workspaces")
    let place = temporary.url
    let path = place.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let workspace = Workspace(in: URL(filePath: path))
      _ = try workspace.folder("run")
      kill(getpid(), SIGKILL)
    }
    let living = Workspace(in: place)
    let folder = try living.folder("run")
    let before = try FileManager.default.contentsOfDirectory(atPath: place.path)
    RunFolder.removeStale(in: place)
    let after = try FileManager.default.contentsOfDirectory(atPath: place.path)
    #expect(before.count == 2)
    #expect(after == [folder.deletingLastPathComponent().lastPathComponent])
    living.remove()
  }
}

/// A local socket that accepts connections and sends nothing. It is closed with this value.
struct SilentServer: ~Copyable {
  let port: UInt16
  private let descriptor: Int32

  struct Failure: Error {}

  init() throws(Failure) {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) + listen(descriptor, 8)
          + getsockname(descriptor, $0, &length)
      }
    }
    port = in_port_t(bigEndian: address.sin_port)
    guard code == 0 else { throw Failure() }
  }

  deinit { close(descriptor) }
}
