import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.enabled(if: MemoryGroup.usableParent != nil, "needs a control group for memory"))
struct `A group of a program's memory` {
  /// Fills a file system in memory, as a file without a name would be filled, which no process maps.
  private func hoard(in group: MemoryGroup?) throws -> TerminationReason {
    let folder = try TemporaryFolder()
    let entry = getuid() == 0 ? "root" : "user"
    var command = Command(
      program: BuildFolder.beside.starter,
      arguments: [
        "namespaces", entry, "memory", folder.url.path, "size=1g", "folder", folder.url.path, "--",
        "/bin/sh", "-c", "head -c 100000000 /dev/zero > hoard",
      ])
    command.group = group
    return try ChildRunner().run(command, limits: Limits()).reason
  }

  @Test(.enabled(if: IsolationProbe.ofThisMachine.level == .namespaces, "needs namespaces"))
  func `ends a program whose unmapped memory exceeds the limit`() throws {
    let limited = try hoard(in: MemoryGroup(limit: 32 << 20))
    let unlimited = try hoard(in: nil)
    #expect(limited == .memoryExceeded)
    #expect(unlimited == .exited(0))
  }

  @Test(.enabled(if: IsolationProbe.ofThisMachine.level == .namespaces, "needs namespaces"))
  func `is removed after a program that was killed with all that it started`() throws {
    var limits = Limits()
    limits.waitSeconds = 0.05
    var group = MemoryGroup(limit: 1 << 26)
    let folder = try #require(group?.folder)
    let entry = getuid() == 0 ? "root" : "user"
    var command: Command? = Command(
      program: BuildFolder.beside.starter,
      arguments: [
        "namespaces", entry, "--", "/bin/sh", "-c", "sleep 600 & sleep 600 & sleep 600",
      ])
    command?.group = group
    let reason = try ChildRunner().run(try #require(command), limits: limits).reason
    (group, command) = (nil, nil)
    let exists = FileManager.default.fileExists(atPath: folder)
    #expect(reason == .waitTimeExceeded)
    #expect(!exists)
  }

  @Test
  func `is removed with its program, and by the next grader after a crash`() throws {
    let parent = try #require(MemoryGroup.usableParent)
    var group = MemoryGroup(limit: 1 << 26)
    let living = try #require(group?.folder)
    let stale = "\(parent.folder)/DataLayerWorkbook-\(UUID().uuidString)"
    #expect(mkdir(stale, 0o755) == 0)
    MemoryGroup.sweep(parent)
    let exist = [living, stale].map(FileManager.default.fileExists)
    group = nil
    let existsLater = FileManager.default.fileExists(atPath: living)
    #expect(exist == [true, false])
    #expect(!existsLater)
  }
}
