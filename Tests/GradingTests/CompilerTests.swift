import Foundation
import Processes
import TestSupport
import Testing

@testable import Grading

#if os(Linux)
  @Suite(.enabled(if: IsolationProbe.ofThisMachine.level == .namespaces, "needs namespaces"))
  struct `A compiler`: ~Copyable {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Reading a named pipe reaches its end only when all of its writers have ended.
    @Test
    func `ends with its grader, and so do the processes that it has started`() async throws {
      let pipe = folder.file("pipe").path
      #expect(mkfifo(pipe, 0o600) == 0)
      let end = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(end) }
      let compiler = folder.file("swiftc")
      let started = folder.file("started")
      mkfifo(started.path, 0o600)
      // Starts another process and waits for it, as `swiftc` does.
      let script = "#!/bin/sh\nexec 7> '\(pipe)'\nsleep 600 &\n: > '\(started.path)'\nwait\n"
      try Data(script.utf8).write(to: compiler)
      chmod(compiler.path, 0o755)
      let paths = [compiler.path, started.path]
      await #expect(processExitsWith: .signal(SIGKILL)) { [paths = paths as [String]] in
        let workspace = Workspace()
        let runner = ChildRunner()
        let compiler = try Compiler(
          Toolchain(compiler: paths[0], version: "", libraries: [], symbolizer: nil),
          package: .tested, build: .beside, workspace: workspace, runner: runner)
        Thread.detachNewThread { _ = try? compiler.compile("", for: .publishSubject) }
        // Waits until the compiler opens the pipe.
        close(open(paths[1], O_RDONLY))
        kill(getpid(), SIGKILL)
      }
      let hasEnded = try waiting(for: "the end of all that the compiler has started") {
        var state = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        _ = fcntl(end, F_SETFL, 0)
        return poll(&state, 1, -1) == 1
      }
      #expect(hasEnded)
    }
  }
#endif

struct `A build folder` {
  @Test
  func `links neither the object of a renamed source nor that of a whole module`() throws {
    let folder = try TemporaryFolder()
    let library = folder.file("SQLite.build")
    try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
    for name in ["Renamed.swift.o", "Row.swift.o"] {
      try Data().write(to: library.appending(path: name))
    }
    let row = library.appending(path: "Row.swift.o").path
    // A release build lists an object for the whole module but never writes it.
    let whole = library.appending(path: "SQLite.o").path
    let map = [
      "": ["swift-dependencies": "primary.swiftdeps", "object": whole],
      "Row.swift": ["object": row],
    ]
    try JSONEncoder().encode(map).write(to: library.appending(path: "output-file-map.json"))
    let objects = BuildFolder(url: folder.url).objects("SQLite")
    #expect(objects == [row])
  }
}
