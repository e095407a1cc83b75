import Foundation
import TestSupport
import Testing

@testable import SampleProgram
@testable import Workbook

/// Each run is a separate process with the same temporary directory.
struct `A run after one that was killed`: ~Copyable {
  let temporary: TemporaryFolder
  init() throws { temporary = try TemporaryFolder("stale") }

  @Test
  func `removes its files, and those that its crashing child could not remove`() throws {
    let program = BuiltProgram("SampleProgram")
    let environment = ["TMPDIR": temporary.url.path]
    try temporary.file("DataLayerWorkbook-0123456789abcdef/ann.txt").write("Ann")
    for _ in 0..<5 {
      let killed = try program.start(["crashes"], environment: environment)
      try #require(killed.line() == "started")
      killed.send(SIGKILL)
      killed.ending()
    }
    // A child may still be removing its own files. It ends during some of the next runs.
    for _ in 0..<1000 {
      let next = try program.run(["--list"], environment: environment)
      try #require(next.status == 0)
      if temporary.names.isEmpty { break }
    }
    #expect(temporary.names == [])
  }
}

struct `A child whose parent is killed`: ~Copyable {
  let temporary: TemporaryFolder
  init() throws { temporary = try TemporaryFolder("orphan") }

  private var folder: URL { temporary.url }

  /// The child holds a named pipe open, so the test receives an event when the child ends.
  @Test(.exitTest)
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
        URL(filePath: program), as: SampleProgram.ignoresItsParent.name, [pipe],
        record: { _, _, _ in })
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
    for _ in 0..<10 {
      let run = folder.appending(path: "DataLayerWorkbook-0123456789abcdef")
      let own = run.appending(path: "1")
      try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
      let child = try BuiltProgram("SampleProgram").start(
        ["--child", role, own.appending(path: "bob.txt").path],
        environment: ["TMPDIR": own.path, "WORKBOOK_RUN_FOLDER": run.path])
      _ = child.line()
      child.ending()
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path) == [])
    }
  }
}

struct `A limit of open files` {
  @Test
  func `is raised by a chapter, and one that cannot be raised is an error in one line`() throws {
    let program = BuiltProgram("SampleProgram").executable.path
    let list = { (limit: String) in
      try BuiltProgram(at: URL(filePath: "/bin/sh")).run([
        "-c", "ulimit \(limit); exec \"$0\" --list", program,
      ])
    }
    let raised = try list("-S -n 8")
    let fixed = try list("-n 8")
    #expect(raised.status == 0 && raised.errors == "")
    #expect(fixed.status == 74 && fixed.isExit && fixed.output == "")
    #expect(
      fixed.errors == """
        \(SampleProgram.programName): the system allows 8 open files, and 64 are needed; \
        raise the limit of open files (`ulimit -n`)

        """)
  }

  @Test(.exitTest)
  func `that leaves too few for the pipes of a child is an error that names it`() async {
    await #expect(processExitsWith: .success) {
      // The folder of the child is created before the pipes, and needs only one descriptor.
      ResourceLimit.openFiles.set(64)
      var descriptors: [CInt] = []
      while let descriptor = Optional(open("/dev/null", O_RDONLY)), descriptor >= 0 {
        descriptors.append(descriptor)
      }
      for _ in 0..<5 { close(descriptors.removeLast()) }
      let error = #expect(throws: ChildProcess.Failure.self) {
        _ = try ChildProcess(
          URL(filePath: "/usr/bin/true"), as: "store", [], record: { _, _, _ in })
      }
      for descriptor in descriptors { close(descriptor) }
      #expect(
        error?.description == """
          the process store cannot be started (Too many open files); \
          raise the limit of open files (`ulimit -n`)
          """)
    }
  }
}
