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
  @Test(.exitTest)
  func `is removed as stale after its process was killed, and not before`()
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

@Suite(.enabled(if: getuid() == 0, "only root starts programs as other users"))
struct `A user for a learner's program`: ~Copyable {
  let folder: TemporaryFolder
  /// Other tests use a different range.
  let range: ClosedRange<uid_t> = 65_520...65_522

  init() throws { folder = try TemporaryFolder() }

  private func grader(_ range: ClosedRange<uid_t>? = nil) -> LearnerUsers {
    LearnerUsers(range ?? self.range, in: folder.url.path)
  }

  @Test
  func `is not chosen by another grader until the command is released`() throws {
    let (first, second) = (grader(), grader())
    var users = [
      try first.reserve(), try second.reserve(), try first.reserve(),
    ]
    #expect(Set(users.map(\.id)) == Set(range))
    #expect(throws: GradingError.self) { try second.reserve() }
    let released = users.removeFirst().id
    #expect(try second.reserve().id == released)
  }

  @Test(.exitTest)
  func `is free again after its grader was killed, and leaves no file`() async throws {
    let path = folder.url.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let user = try LearnerUsers(65_520...65_520, in: path).reserve()
      withExtendedLifetime(user) { _ = kill(getpid(), SIGKILL) }
    }
    #expect(folder.names == ["DataLayerWorkbook-user-65520"])
    #expect(try grader(65_520...65_520).reserve().id == 65_520)
    #expect(folder.names == [])
  }

  @Test(arguments: IsolationLevel.allCases)
  func `is reserved by the command that drops the rights of root`(level: IsolationLevel) throws {
    guard level <= IsolationProbe.ofThisMachine.level else { return }
    let workspace = Workspace()
    defer { workspace.remove() }
    let isolation = try Isolation(
      level, toolchain: .current(), package: .tested, workspace: workspace)
    let command = try isolation.command(
      URL(filePath: "/bin/true"), in: workspace.folder("run"), limits: Limits())
    let user = try #require(command.reservation).id
    let verb = try #require(command.arguments.firstIndex(of: "drop"))
    #expect(command.arguments[verb + 1] == "\(user)")
  }
}
