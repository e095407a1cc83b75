import Foundation
import Grading
import TestSupport
import Testing

@testable import WorkbookCommand

@Suite(.blocking)
struct `The program`: ~Copyable {
  let workshop: Workshop
  let program = BuiltProgram("workbook")
  init() throws { workshop = try Workshop() }

  /// The option that runs the program in the workshop.
  var place: [String] { ["--package-path", workshop.folder.url.path] }

  @Test
  func `ends quietly without a reader, and with status 74 if its output cannot be written`() throws
  {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let unread = try program.run(["--help"], output: pipe.fileHandleForWriting)
    #expect(unread.errors == "")
    #expect(unread.status == 0)
    #if os(Linux)
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let unwritten = try program.run(["--help"], output: full)
      #expect(
        unwritten.errors
          == "workbook: standard output cannot be written: No space left on device\n")
      #expect(unwritten.status == 74)
    #endif
  }

  #if os(Linux)
    @Test
    func `does not count a hint that it could not print`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let unwritten = try program.run(["hint", "PublishSubject"] + place, output: full)
      let hint = try program.run(["hint", "PublishSubject"] + place)
      #expect(unwritten.status == 74)
      #expect(hint.output.hasPrefix("PublishSubject: hint 1 of 3\n"))
    }

    @Test
    func `watches no longer than its output can be written`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let unwritten = try program.run(["watch", "PublishSubject"] + place, output: full)
      #expect(
        unwritten.errors
          == "workbook: standard output cannot be written: No space left on device\n")
      #expect(unwritten.status == 74)
    }
  #endif

  @Test
  func `watches until the first save after its reader has left`() throws {
    let pipe = Pipe()
    let process = try program.start(
      ["watch", "PublishSubject"] + place, output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    var text = ""
    while !text.contains("press Ctrl-C to stop.\n") {
      let more = pipe.fileHandleForReading.availableData
      try #require(!more.isEmpty, "watch ended early: \(text)")
      text += String(decoding: more, as: UTF8.self)
    }
    try pipe.fileHandleForReading.close()
    try workshop.file.write(Workshop.refused)
    let ending = process.ending()
    #expect(ending.errors == "")
    #expect(ending.isExit)
    #expect(ending.status == 0)
  }

  @Test
  func `removes stale files from TMPDIR, and names it first with the cause when it is missing`()
    throws
  {
    let stale = workshop.folder.file("temporary/DataLayerWorkbook-0123456789abcdef")
    try FileManager.default.createDirectory(at: stale, withIntermediateDirectories: true)
    _ = try program.run(
      ["check"] + place, environment: ["TMPDIR": stale.deletingLastPathComponent().path])
    #expect(stale.deletingLastPathComponent().names == [])
    let temporary = workshop.folder.file("missing").path
    let doctor = try program.run(["doctor"] + place, environment: ["TMPDIR": temporary])
    let check = try program.run(["check"] + place, environment: ["TMPDIR": temporary])
    #expect(doctor.output.hasPrefix("problem  TMPDIR     No such file or directory:"))
    #expect(!doctor.output.contains("ok       toolchain"))
    #expect(doctor.status == 1)
    #expect(check.output == "")
    #expect(
      check.errors == """
        workbook: \(temporary) cannot hold temporary files (No such file or directory); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(check.status == 74)
  }

  #if os(Linux)
    @Test
    func `refuses a TMPDIR at which the compiler crashes`() throws {
      let temporary = workshop.folder.file("té")
      try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
      let check = try program.run(["check"] + place, environment: ["TMPDIR": temporary.path])
      #expect(check.errors.contains("; set TMPDIR to a folder with an ASCII path, because"))
      #expect(check.status == 74)
    }
  #endif

  @Test
  func `hands class over to the program that has it`() throws {
    try workshop.folder.file("handed-in/ann/PublishSubject.swift").write(Workshop.refused)
    let ending = try program.run(
      ["class", workshop.folder.file("handed-in").path, "--to"]
        + [workshop.folder.file("results").path] + place,
      environment: [TeachingProgram.variable: BuiltProgram("workbook-teaching").executable.path])
    let gradebook = workshop.folder.file("results/gradebook.csv").text
    #expect(ending.errors == "")
    #expect(ending.output.hasPrefix("ann: 0 of 100 points\n\n1 learner, median "))
    #expect(ending.status == 0)
    #expect(gradebook?.contains("ann") == true)
  }

  @Test
  func `becomes another program with its words, standard input, process and status`() throws {
    let other = try workshop.program(
      """
      #!/bin/sh
      read line
      echo "$$ $line $@"
      echo odd >&2
      exit 7

      """)
    let words = ["class", "a b", "--to", "c"] + place
    let process = try program.start(words, environment: [TeachingProgram.variable: other.path])
    process.write("typed\n")
    let line = process.line()
    let ending = process.ending()
    #expect(line == "\(process.id) typed \(words.joined(separator: " "))")
    #expect(ending.errors == "odd\n")
    #expect(ending.status == 7)
  }

  @Test
  func `leaves signals to the program that it becomes`() throws {
    let other = try workshop.program("#!/bin/sh\necho ready\nread line\n")
    let process = try program.start(
      ["book"] + place, environment: [TeachingProgram.variable: other.path])
    _ = process.lines(through: "ready")
    process.send(SIGTERM)
    let ending = process.ending()
    #expect(!ending.isExit)
    #expect(ending.status == SIGTERM)
  }

  @Test
  func `needs the other program neither for its help nor for an invalid command line`() throws {
    let environment = [TeachingProgram.variable: "/nowhere"]
    let help = try program.run(["class", "--help"], environment: environment)
    let invalid = try program.run(["book", "--nonsense"], environment: environment)
    let missing = try program.run(["book"] + place, environment: environment)
    #expect(help.output.hasPrefix("usage: swift run workbook class FOLDER --to FOLDER"))
    #expect(
      invalid.errors == "workbook: there is no option \"--nonsense\"; book --help shows all\n")
    #expect(
      missing.errors == "workbook: “/nowhere” could not be started: No such file or directory.\n")
    #expect([help.status, invalid.status, missing.status] == [0, 64, 70])
  }

  @Test
  func `reports why it cannot use the compiler`() throws {
    let missing = try program.run(["doctor"] + place, environment: ["PATH": "/nowhere"])
    let line = { (text: String) in
      text.split(separator: "\n").filter { $0.hasPrefix("problem  toolchain") }.joined()
    }
    #expect(line(missing.output) == "problem  toolchain  No `swiftc` is on the search path.")
    #expect(missing.output.contains("Install Swift from https://www.swift.org/install"))
    // Building would fail for the same reason.
    #expect(!missing.output.contains("building"))
  }

  @Test
  func `refuses a current folder that was removed`() throws {
    let folder = try TemporaryFolder()
    let ending = try BuiltProgram(at: URL(filePath: "/bin/sh")).run([
      "-c", "cd \"$0\" && rmdir \"$0\" && ulimit -t 10 && exec \"$1\" list", folder.url.path,
      program.executable.path,
    ])
    #expect(ending.errors.contains("is not the workbook's folder: change to that folder"))
    #expect(ending.status == 64)
  }

  /// Runs the program in the workshop under a limit of the shell.
  private func run(_ words: String..., below limit: String) throws -> BuiltProgram.ExecutionResult {
    try BuiltProgram(at: URL(filePath: "/bin/sh")).run(
      ["-c", "ulimit \(limit); exec \"$0\" \"$@\"", program.executable.path] + words + place)
  }

  @Test(arguments: ["list", "doctor"])
  func `names the limit of open files if it is too low, and raises one that can be raised`(
    command: String
  ) throws {
    let low = try run(command, below: "-n 8")
    let soft = try run("list", below: "-Sn 8")
    #expect(
      low.errors
        == "workbook: the system allows 8 open files, and 64 are needed; raise the limit of "
        + "open files (`ulimit -n`)\n")
    #expect(low.status == 74)
    #expect(soft.output.contains("PublishSubject  0 of 5   TODO"))
  }

  @Test(.disabled(if: ThreadSanitizer.isOn, "its memory is a file, so the limit applies to it"))
  func `says that a file is larger than the system allows, and leaves nothing of it`() throws {
    try workshop.file.write("// " + String(repeating: "a", count: 10_000))
    let packed = try run("pack", "--to", workshop.folder.file("pack.txt").path, below: "-f 1")
    let checked = try run("check", below: "-f 1")
    let graded = try run("grade", workshop.folder.url.path, below: "-f 1")
    #expect(
      packed.errors.hasSuffix(
        "pack.txt cannot be written: File too large. Raise the limit of file sizes (`ulimit -f`).\n"
      ))
    #expect(
      checked.errors.hasSuffix("(File too large); raise the limit of file sizes (`ulimit -f`)\n"))
    #expect(graded.errors == checked.errors)
    #expect([packed.status, checked.status, graded.status] == [74, 74, 74])
    #expect(workshop.folder.url.names.filter { $0.contains("pack") || $0.hasPrefix(".l") } == [])
  }
}
