import Foundation
import Grading
import TestSupport
import Testing

@testable import WorkbookCommand

struct `The program`: ~Copyable {
  let workshop: Workshop
  let program = BuiltProgram("workbook")

  init() throws { workshop = try Workshop() }

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
      let place = ["--package-path", workshop.folder.url.path]
      let unwritten = try program.run(["hint"] + place, output: full)
      let hint = try program.run(["hint"] + place)
      #expect(unwritten.status == 74)
      #expect(hint.output.hasPrefix("PublishSubject: hint 1 of 3\n"))
    }

    @Test
    func `watches no longer than its output can be written`() throws {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let unwritten = try program.run(
        ["watch", "--package-path", workshop.folder.url.path], output: full)
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
      ["watch", "--package-path", workshop.folder.url.path], output: pipe.fileHandleForWriting)
    try pipe.fileHandleForWriting.close()
    var text = ""
    while !text.contains("Ctrl-C ends it.\n") {
      let more = pipe.fileHandleForReading.availableData
      try #require(!more.isEmpty, "watch ended early: \(text)")
      text += String(decoding: more, as: UTF8.self)
    }
    try pipe.fileHandleForReading.close()
    try workshop.file.write("nothing that compiles")
    let ending = process.ending()
    #expect(ending.errors == "")
    #expect(ending.isExit)
    #expect(ending.status == 0)
  }

  @Test(arguments: [
    ("file", "Not a directory"), ("missing", "No such file or directory"),
  ])
  func `names TMPDIR and the cause first when that cannot be used`(
    name: String, reason: String
  ) throws {
    try Data().write(to: workshop.folder.file("file"))
    let place = workshop.folder.file(name).path
    let arguments = ["--package-path", workshop.folder.url.path]
    let doctor = try program.run(["doctor"] + arguments, environment: ["TMPDIR": place])
    let check = try program.run(["check"] + arguments, environment: ["TMPDIR": place])
    #expect(doctor.output.hasPrefix("problem  TMPDIR     \(reason):"))
    #expect(!doctor.output.contains("ok       toolchain"))
    #expect(doctor.status == 1)
    #expect(check.output == "")
    #expect(
      check.errors == """
        workbook: \(place) cannot hold temporary files (\(reason)); \
        set TMPDIR to a folder that exists, can be written and has room

        """)
    #expect(check.status == 74)
  }

  #if os(Linux)
    @Test
    func `refuses a TMPDIR at which the compiler crashes`() throws {
      let place = workshop.folder.file("té")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
      let check = try program.run(
        ["check", "--package-path", workshop.folder.url.path], environment: ["TMPDIR": place.path])
      #expect(
        check.errors == """
          workbook: \(place.path) cannot hold temporary files (Its path has a character outside \
          ASCII); set TMPDIR to a folder with an ASCII path, because the Swift compiler crashes at \
          others

          """)
      #expect(check.status == 74)
    }
  #endif

  @Test
  func `watches until it is interrupted, and ends by the signal`() throws {
    let process = try program.start([
      "watch", "PublishSubject", "--package-path", workshop.folder.url.path,
    ])
    let untouched = process.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
    try workshop.file.write("nothing that compiles")
    let saved = process.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
    process.send(SIGINT)
    let ending = process.ending()
    #expect(untouched.first?.hasPrefix("PublishSubject: TODO, 0 of 6 points") == true)
    #expect(saved.contains("PublishSubject: saved, checking"))
    #expect(saved.contains { $0.hasPrefix("PublishSubject: BUILD, 0 of 6 points") })
    #expect(!ending.isExit)
    #expect(ending.status == SIGINT)
  }

  #if os(Linux)
    @Test(.enabled(if: UserNamespace.isAllowed, "needs a user namespace"))
    func `reports that it cannot watch, and notices a save all the same`() throws {
      let process = try UserNamespace.program.start(
        UserNamespace.arguments + [
          "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\"",
          program.executable.path, "watch", "PublishSubject", "--package-path",
          workshop.folder.url.path,
        ])
      _ = process.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
      try workshop.file.write("nothing that compiles")
      let saved = process.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
      process.send(SIGTERM)
      let ending = process.ending()
      #expect(saved.contains("PublishSubject: saved, checking"))
      #expect(
        ending.errors == """
          workbook: the system does not report changes of files (Too many open files), so watch \
          reads them every second

          """)
      #expect(!ending.isExit)
      #expect(ending.status == SIGTERM)
    }
  #endif

  #if os(Linux)
    @Test(.enabled(if: UserNamespace.isAllowed, "needs a user namespace"))
    func `exits with the signal's status as process 1 of a container`() throws {
      let process = try UserNamespace.program.start(
        ["--pid", "--fork", "--kill-child"] + UserNamespace.arguments + [
          "exec 3<&0; (read line <&3; kill -TERM 1) & exec \"$0\" \"$@\"",
          program.executable.path, "watch", "PublishSubject", "--package-path",
          workshop.folder.url.path,
        ])
      _ = process.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
      process.write("\n")
      let ending = process.ending()
      #expect(ending.isExit)
      #expect(ending.status == 128 + SIGTERM)
    }
  #endif

  #if os(Linux)
    @Test
    func `ends by the first signal while it waits for a reader that never reads`() throws {
      let pipe = Pipe()
      let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
      // F_GETPIPE_SZ. The rest has room for the first lines of the list.
      let filled = Int(fcntl(writing.fileDescriptor, 1032)) - 256
      try writing.write(contentsOf: Data(count: filled))
      let process = try program.start(
        ["list", "--package-path", workshop.folder.url.path], output: writing)
      var count = CInt(filled)
      while count == filled, process.isRunning {
        sched_yield()
        _ = ioctl(reading.fileDescriptor, UInt(FIONREAD), &count)
      }
      process.send(SIGINT)
      let ending = process.ending()
      #expect(count > filled)
      #expect(!ending.isExit)
      #expect(ending.status == SIGINT)
    }
  #endif

  @Test
  func `keeps the progress of commands that run at the same time`() throws {
    let root = PackageFolder(around: URL(filePath: #filePath))?.url
    for exercise in Catalog.exercises where exercise.name != "PublishSubject" {
      let task = exercise.folder + "/Task.md"
      let copy = workshop.folder.url.appending(path: task)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: try #require(root).appending(path: task), to: copy)
    }
    let processes = try Catalog.exercises.map { exercise in
      try program.start(["hint", exercise.name, "--package-path", workshop.folder.url.path])
    }
    for process in processes { process.ending() }
    let progress = ProgressFile(in: workshop.state) { Issue.record("\($0)") }.load()
    let counts = Catalog.exercises.map { progress[$0.name].hintCount }
    #expect(counts == Catalog.exercises.map { _ in 1 })
  }

  @Test
  func `reports why it cannot use the compiler`() throws {
    let missing = try program.run(
      ["doctor", "--package-path", workshop.folder.url.path], environment: ["PATH": "/nowhere"])
    let line = { (text: String) in
      text.split(separator: "\n").filter { $0.hasPrefix("problem  toolchain") }.joined()
    }
    #expect(
      line(missing.output) == "problem  toolchain  No `swiftc` is on the search path.")
    #expect(missing.output.contains("Install Swift from https://www.swift.org/install"))
  }

  @Test
  func `reports that there are no descriptors left`() throws {
    // Enough for the program itself, but not for the sockets of a child.
    let text = try BuiltProgram(at: URL(filePath: "/bin/sh")).run([
      "-c", "ulimit -n 10; exec \"$0\" \"$@\"", program.executable.path, "doctor",
      "--package-path", workshop.folder.url.path,
    ]).output
    #expect(text.contains("problem  toolchain"))
    #expect(text.contains("Too many open files"))
    #expect(!text.contains("No `swiftc`"))
  }

  @Test
  func `that is terminated while it grades leaves a report without points`() throws {
    let submission = try TemporaryFolder()
    // A line that begins with "import" would be read as an import of this file.
    try submission.url.appending(path: "PublishSubject.swift").write(
      "import Exercising\n"
        + """
        final class PublishSubject: LearnersSubject {
          init() { while true {} }
          func on(_ signal: Signal) {}
          func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
        }
        """)
    let report = submission.url.appending(path: "report")
    let process = try program.start([
      "grade", submission.url.path, "--report", "text=\(report.path)", "--package-path",
      workshop.folder.url.path,
    ])
    // The report is written before anything is graded.
    while report.text == nil, process.isRunning { sched_yield() }
    process.send(SIGTERM)
    let ending = process.ending()
    #expect(report.text?.contains("Grading was begun and did not end") == true)
    #expect(!ending.isExit)
    #expect(ending.status == SIGTERM)
  }
}

#if os(Linux)
  /// A user namespace, in which the limits of the system can be lowered for one program.
  private enum UserNamespace {
    static let program = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
    static let arguments = ["--user", "--map-root-user", "/bin/sh", "-c"]

    static let isAllowed: Bool = {
      let ending = try? program.run(arguments + ["echo 0 > /proc/sys/user/max_inotify_instances"])
      return ending?.status == 0
    }()
  }
#endif
