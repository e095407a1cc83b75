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
    @Test(.exitTest)
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
      _ = try BuiltProgram(script: script, at: compiler)
      let paths = [compiler.path, started.path, folder.url.path]
      await #expect(processExitsWith: .signal(SIGKILL)) { [paths = paths as [String]] in
        // The killed process leaves its folder to the test.
        setenv("TMPDIR", paths[2], 1)
        let compiler = try Compiler(
          Toolchain(compiler: paths[0], version: "", libraries: [], symbolizer: nil),
          package: .tested, runner: ChildRunner())
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
    #expect(BuildFolder(url: folder.url).objects("SQLite") == [row])
  }
}

@Suite(.blocking)
struct `An object file` {
  /// A system function, a function of the learner's module, a weak, a local and a main function.
  static let source = """
    long read(int file, void *bytes, long count) { return 0; }
    void own(void) __asm__("%$s8Exercise3ownyyF");
    void own(void) {}
    __attribute__((weak)) void yielding(void) {}
    static int local(void) { return 1; }
    int main(void) { return local(); }
    """
  static let initialiser = "__attribute__((constructor)) static void early(void) {}"

  private func object(_ source: String, _ target: String) throws -> ObjectFile? {
    let folder = try TemporaryFolder()
    let underscore = target.contains("macosx") ? "_" : ""
    try Data(source.replacing("%", with: underscore).utf8).write(to: folder.file("a.c"))
    let clang = URL(filePath: try Toolchain.current().compiler).resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "clang")
    let command = ChildCommand(
      program: clang.path,
      arguments: [
        "-target", target, "-w", "-fno-builtin", "-c", folder.file("a.c").path, "-o",
        folder.file("a.o").path,
      ])
    let result = try ChildRunner().run(command, limits: .compiler)
    #expect(result.reason == .exited(0), "\(String(decoding: result.errors, as: UTF8.self))")
    return ObjectFile(Array(try Data(contentsOf: folder.file("a.o"))))
  }

  @Test(arguments: ["x86_64-unknown-linux-gnu", "arm64-apple-macosx15"])
  func `lists the names that it defines, and functions that run before main`(
    target: String
  ) throws {
    let plain = try object(Self.source, target)
    let early = try object(Self.initialiser, target)
    #expect(Set(plain?.strongSymbols ?? []) == ["read", "$s8Exercise3ownyyF", "main"])
    #expect(plain?.specialSections == [])
    #expect(
      plain?.intrusion(outside: "Exercise", allowsInitialisers: false)
        == "defines “read”, a name outside the module")
    #expect(early?.strongSymbols == [])
    #expect(early?.specialSections.count == 1)
    #expect(early?.intrusion(outside: "Exercise", allowsInitialisers: false) != nil)
    #expect(early?.intrusion(outside: "Exercise", allowsInitialisers: true) == nil)
  }

  @Test(arguments: ["x86_64-unknown-linux-gnu", "arm64-apple-macosx15"])
  func `shows names that it uses and that no exercise needs`(target: String) throws {
    let names = ["dlsym", "$ss6MirrorV10reflectingABypXEtcfC"]
    for name in names + ["fopen"] {
      let source = "void other(void) __asm__(\"%\(name)\"); void main(void) { other(); }"
      let object = try object(source, target)
      #expect(object?.undefinedSymbols.contains(name) == true)
      let intrusion = object?.intrusion(outside: "Exercise", allowsInitialisers: false)
      #expect(intrusion?.hasPrefix("uses “\(name)”") == (name == "fopen" ? nil : true))
    }
  }

  @Test
  func `that is cut short is read without a trap`() {
    let beginnings: [[UInt8]] = [[0x7F, 0x45, 0x4C, 0x46, 2], [0xCF, 0xFA, 0xED, 0xFE]]
    for beginning in beginnings {
      let bytes = beginning + [UInt8](repeating: 0xFF, count: 200)
      #expect(ObjectFile(bytes)?.strongSymbols == [])
    }
    #expect(ObjectFile([1, 2, 3]) == nil)
  }
}
