import Concurrency
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

/// The files of a hierarchy in a temporary folder, as the system shows them. They limit nothing.
struct `A group in a hierarchy of control groups`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to path: String) throws {
    let file = folder.file(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func text(_ file: URL) -> String? { try? String(contentsOf: file, encoding: .utf8) }

  /// The parents of a process in a group, in a hierarchy of this kind.
  private func parents(_ group: String, _ type: String, options: String) throws -> [String] {
    try write("\(group)\n1:name=systemd:/init.scope\n", to: "process/cgroup")
    let disk = "23 1 8:1 / / rw - ext4 /dev/sda rw\n"
    let mount =
      "30 23 0:26 / \(folder.file("cgroup").path) rw shared:4 - \(type) \(type) \(options)\n"
    try write(disk + mount, to: "process/mountinfo")
    return MemoryGroup.parents(of: folder.file("process").path).map {
      "\($0.isUnified) \($0.folder.dropFirst(folder.url.path.count + 1))"
    }
  }

  @Test
  func `is made where the memory of groups is counted`() throws {
    for (path, controllers) in [
      ("", "cpuset cpu io"), ("/user.slice", "cpu memory pids"), ("/user.slice/shell", ""),
    ] {
      try write(controllers + "\n", to: "cgroup\(path)/cgroup.subtree_control")
    }
    let unified = try parents("0::/user.slice/shell", "cgroup2", options: "rw,nsdelegate")
    let former = try parents("5:cpu,memory:/user.slice/shell", "cgroup", options: "rw,memory")
    let other = try parents("5:cpu:/user.slice/shell", "cgroup", options: "rw,cpu")
    #expect(unified == ["true cgroup/user.slice"])
    #expect(former == ["false cgroup/user.slice/shell"])
    #expect(other == [])
  }

  @Test(arguments: [
    (true, ["memory.max", "memory.swap.max"], ["33554432", "0"], "memory.events"),
    (
      false, ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"], ["33554432", "33554432"],
      "memory.oom_control"
    ),
  ])
  func `is limited, takes a program, shows an overflow, and is removed`(
    isUnified: Bool, files: [String], values: [String], events: String
  ) throws {
    let parent = MemoryGroup.Parent(folder: folder.url.path, isUnified: isUnified)
    var group = MemoryGroup(in: parent, limit: 32 << 20)
    let place = URL(filePath: try #require(group?.folder))
    #expect(parent.limits(1).map(\.file) == files)
    #expect(files.map { text(place.appending(path: $0)) } == values)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: place.path)) == Set(files))

    let processes = place.appending(path: "cgroup.procs")
    try Data().write(to: processes)
    let command = Command(
      program: BuildFolder.beside.starter, arguments: ["group", place.path, "--", "/bin/true"])
    let reason = try ChildRunner().run(command, limits: Limits()).reason
    #expect(reason == .exited(0))
    // 0 is the process that writes it.
    #expect(text(processes) == "0")

    let hadOverflowed = group?.hasOverflowed
    try Data("oom 3\noom_kill 2\noom_group_kill 0\n".utf8).write(to: place.appending(path: events))
    let hasOverflowed = group?.hasOverflowed
    #expect([hadOverflowed, hasOverflowed] == [false, true])

    // The system removes these with the group.
    for file in files + ["cgroup.procs", events] {
      try FileManager.default.removeItem(at: place.appending(path: file))
    }
    group = nil
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test
  func `is not taken for a stale one while it is made`() {
    let parent = MemoryGroup.Parent(folder: folder.url.path, isUnified: true)
    let isOver = Locked(false)
    let sweeping = JoinableThread.start(name: "sweeping") {
      while !isOver.withLock({ $0 }) { MemoryGroup.sweep(parent) }
    }
    let made = (0..<300).count { _ in
      guard let group = MemoryGroup(in: parent, limit: 1 << 26) else { return false }
      try? FileManager.default.removeItem(atPath: group.folder)
      return true
    }
    isOver.withLock { $0 = true }
    sweeping.join()
    #expect(made == 300)
  }
}
