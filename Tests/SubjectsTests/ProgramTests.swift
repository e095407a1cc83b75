import Foundation
import TestSupport
import Testing

/// The built program, with real standard streams.
@Suite(.serialized)
struct `Chapter-Subjects` {
  let program = BuiltProgram("Chapter-Subjects")

  @Test
  func `does not wait without a terminal`() throws {
    let ending = try program.run(["hub", "--step"])
    #expect(ending.output.split(separator: "\n").count == 4)
    #expect(ending.errors == "")
    #expect(ending.status == 0)
  }

  @Test
  func `ends quietly when its output is closed`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let ending = try program.run(output: pipe.fileHandleForWriting)
    #expect(ending.errors == "")
    #expect(ending.isExit)
    #expect(ending.status == 0)
  }

  #if os(Linux)
    @Test
    func `reports a full disk in one line`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let ending = try program.run(output: full)
      #expect(
        ending.errors
          == "Chapter-Subjects: standard output cannot be written: No space left on device\n")
      #expect(ending.status == 74)
    }
  #endif

  @Test(arguments: [
    (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
  ])
  func `waits for Return at a terminal, and prints bold text if that is enabled`(
    environment: [String: String], isStyled: Bool
  ) throws {
    let terminal = try Terminal()
    try terminal.type(String(repeating: "\n", count: 8))
    let ending = try program.run(
      ["hub", "error", "--step"], environment: environment,
      input: terminal.program, output: terminal.program)
    let shown = try terminal.shown(until: "late: error(boom)")
    #expect(ending.errors == "Return shows the next line.\n")
    #expect(ending.status == 0)
    #expect(shown.contains("\u{1B}[1m--- hub ---\u{1B}[0m") == isStyled)
    #expect(shown.contains("\u{1B}") == isStyled)
    #expect(shown.split(separator: "\r\n").filter { $0.contains(" hub: ") }.count == 4)
    #expect(shown.contains("subject hub: completed"))
  }
}

extension `Chapter-Subjects` {
  @Test
  func `asks at a terminal, and drops what is typed while it makes choices`() throws {
    let terminal = try Terminal()
    // The second line requests choices. The third arrives before they are shown and is dropped.
    try terminal.type("subject hub: next(1)\n?\nb\n")
    let running = try program.start(
      ["hub", "error", "--predict"], environment: ["NO_COLOR": "1"], input: terminal.program,
      output: terminal.program, errors: terminal.program)
    let choosing = try terminal.shown(until: "line 2 of 4 (A to D): ")
    try terminal.type("a\nq\n\u{4}")
    let shown = choosing + (try terminal.shown(until: "late: error(boom)"))
    let ending = running.ending()
    #expect(shown.contains("running the chapter's other pages"))
    #expect(shown.contains(" of 2 lines predicted"))
    // Otherwise `b` would have selected a choice.
    #expect(!shown.contains("? shows choices"))
    #expect(ending.status == 0)
  }

  @Test
  func `is ended by Ctrl-C while it asks`() throws {
    let terminal = try Terminal()
    let running = try program.start(
      ["hub", "--predict"], input: terminal.program, output: terminal.program)
    // Answers the first question. The second one receives no answer.
    try terminal.type("\n")
    _ = try terminal.shown(until: "subject hub: next(1)")
    running.send(SIGINT)
    let ending = running.ending()
    #expect(!ending.isExit)
    #expect(ending.status == SIGINT)
  }
}

/// A pseudo-terminal: the program's end and the user's end.
private struct Terminal {
  /// The end for the program.
  let program: FileHandle
  private let user: FileHandle

  init() throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0 else { throw POSIXError(.ENXIO) }
    user = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let other = open(try Self.otherEnd(of: descriptor), O_RDWR | O_NOCTTY)
    guard other >= 0 else { throw POSIXError(.ENXIO) }
    program = FileHandle(fileDescriptor: other, closeOnDealloc: true)
  }

  #if os(Linux)
    /// Makes the requests of `unlockpt` and `ptsname`, which Glibc's module does not export.
    private static func otherEnd(of descriptor: Int32) throws -> String {
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var lock: Int32 = 0
      var number: UInt32 = 0
      guard ioctl(descriptor, setLock, &lock) == 0, ioctl(descriptor, getNumber, &number) == 0
      else { throw POSIXError(.ENXIO) }
      return "/dev/pts/\(number)"
    }
  #else
    private static func otherEnd(of descriptor: Int32) throws -> String {
      guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
      else { throw POSIXError(.ENXIO) }
      return String(cString: name)
    }
  #endif

  func type(_ text: String) throws { try user.write(contentsOf: Data(text.utf8)) }

  /// Reads the output until it contains a text.
  func shown(until end: String) throws -> String {
    var shown = ""
    while !shown.contains(end), let data = try user.read(upToCount: 1) {
      shown += String(decoding: data, as: UTF8.self)
    }
    return shown
  }
}
