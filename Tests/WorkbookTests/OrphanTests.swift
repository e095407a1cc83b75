import Foundation
import TestSupport
import Testing

@testable import SampleProgram
@testable import Workbook

struct `A child whose parent is killed`: ~Copyable {
  let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder("orphan") }

  private var folder: URL { temporary.url }

  /// The child holds a named pipe open, so the test receives an event when the child ends.
  @Test
  func `ends, and removes its own files and those of its parent`() async throws {
    let pipe = folder.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    let reading = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reading) }
    let program = BuiltProgram("SampleProgram").executable.path
    let directory = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [pipe = pipe as String, program = program as String, directory = directory as String] in
      setenv("TMPDIR", directory, 1)
      let child = try ChildProcess(
        URL(filePath: program), as: SampleProgram.ignoresItsParent.name, [pipe])
      guard child.nextLine() == "started" else { exit(1) }
      kill(getpid(), SIGKILL)
      withExtendedLifetime(child) { while true { pause() } }
    }
    var pipeEnd = pollfd(fd: reading, events: 0, revents: 0)
    let count = poll(&pipeEnd, 1, 600_000)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(count == 1, "the child has not ended")
    #expect(left == ["pipe"])
  }

  /// To a child, the end of its parent is the end of standard input without a final mark.
  @Test(arguments: [SampleProgram.writes.name, SampleProgram.returns.name])
  func `removes the files of its parent even if its role fails or returns`(role: String)
    throws
  {
    for _ in 0..<25 {
      let run = folder.appending(path: "DataLayerWorkbook-0123456789abcdef")
      let own = run.appending(path: "1")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let child = try BuiltProgram("SampleProgram").start(
        ["--child", role, own.appending(path: "bob.txt").path],
        environment: ["TMPDIR": own.path, "WORKBOOK_RUN_FOLDER": run.path])
      _ = child.line()
      child.ending()
      let left = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      #expect(left == [])
    }
  }
}
