import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `A file that cannot be graded` {
  let submission: SubmittedFolder
  init() throws { submission = try SubmittedFolder() }

  @Test
  func `is reported in a sentence, and has no points`() throws {
    let real = try submission.subject(on: "", as: "Real.swift")
    let link = submission.place("Link.swift")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    let fifo = submission.place("Pipe.swift")
    mkfifo(fifo.path, 0o600)
    let files = [
      submission.place("Missing.swift"),
      try submission.file("", as: "Empty.swift"),
      try submission.file(" \n\n", as: "Blank.swift"),
      try submission.file(Data([0x2F, 0x2F, 0xC3, 0x28]), as: "Latin.swift"),
      try submission.file(Data(repeating: 0x20, count: 10 << 20), as: "Large.swift"),
      link, submission.folder, fifo,
    ]
    let results = submission.grade(files).exercises
    let messages = results.map { $0.message ?? "" }
    #expect(
      messages == [
        "The file is missing.",
        "The file is empty.",
        "The file is empty.",
        "The file is not UTF-8: save it as UTF-8.",
        "The file has 10 MB; a solution fits into 1 MB.",
        "It is a symbolic link: hand in the file itself.",
        "It is not a file, but a folder or a pipe: hand in the file itself.",
        "It is not a file, but a folder or a pipe: hand in the file itself.",
      ])
    #expect(results.map(\.isMissing) == [true] + Array(repeating: false, count: 7))
    #expect(Set(results.flatMap(\.checks).map(\.verdict)) == [.build])
  }

  @Test
  func `that does not compile is reported with its first error and the line`() throws {
    let files = [
      try submission.subject(on: "observer(signal)"),
      try submission.file("final class PublishSubjekt {}", as: "Renamed.swift"),
      try submission.file(
        "@_cdecl(\"main\") public func program() -> Int32 { 0 }\n"
          + String(contentsOf: PackageFolder.tested.solution(.publishSubject), encoding: .utf8),
        as: "Main.swift"),
    ]
    let results = submission.grade(files).exercises
    let folder = Exercise.publishSubject.folder
    let messages = results.map(\.message)
    #expect(
      messages == [
        """
        \(folder)/Exercise.swift:6:31: error: cannot find 'observer' in scope
          func on(_ signal: Signal) { observer(signal) }
                                      ^~~~~~~~
        """,
        """
        Main.swift:6:18: error: cannot find type 'PublishSubject' in scope
            SubjectScene<PublishSubject>.play()
                         ^~~~~~~~~~~~~~
        """,
        "\(folder)/Exercise.swift:1: error: “@_cdecl” may replace a function of the system: no exercise needs it",
      ])
    #expect(results.map(\.verdict) == [.build, .build, .build])
    #expect(results[0].checks[0].explanation == "The file does not compile.")
  }

  @Test(.exitTest)
  func `because of its permissions is an error of the grader`() async {
    // Root can read any file, so the child drops its privileges.
    await #expect(processExitsWith: .success) {
      if getuid() == 0 { setuid(65534) }
      let submission = try SubmittedFolder()
      let file = try submission.file("// Unreadable.")
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
      let refusal = #expect(throws: SubmittedFile.Refusal.self) { try SubmittedFile.text(of: file) }
      #expect(refusal?.verdict == .graderError)
      #expect(refusal?.sentence == "The file cannot be read: Permission denied. Make it readable.")
    }
  }
}

@Suite(.blocking)
struct `A machine that cannot grade` {
  let submission: SubmittedFolder
  init() throws { submission = try SubmittedFolder() }

  @Test(.exitTest)
  func `because of a full disk reports that reason`() async {
    await #expect(processExitsWith: .success) {
      let submission = try SubmittedFolder()
      let file = try submission.subject(on: "")
      // Simulates a full disk.
      ResourceLimit.fileSize.set(0)
      let result = submission.grade([file]).exercises[0]
      #expect(result.verdict == .graderError)
      let reason = "cannot hold temporary files (File too large); raise the limit of file sizes"
      #expect(result.message?.contains(reason) == true)
    }
  }

  @Test(.exitTest)
  func `may still have an unwritable home, and a writable home stays empty`() async {
    await #expect(processExitsWith: .success) {
      let submission = try SubmittedFolder()
      let solution = PackageFolder.tested.solution(.publishSubject)
      let exercise = Exercise.standIn([Check("It sends", lines: ["subscribe ann", "next 1"])])
      let home = submission.folder.appending(path: "home")
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      let verdicts = [home.path, "/dev/null/home"].map { path in
        setenv("HOME", path, 1)
        return submission.grade([solution], as: exercise, Grader.Options()).exercises[0].verdict
      }
      #expect(verdicts == [.pass, .pass])
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }
  }

  @Test
  func `because of a full disk while linking reports that reason`() {
    let said = """
      error: link command failed with exit code 1 (use -v to see invocation)
      /usr/bin/ld.gold: fatal error: built/program: No space left on device
      clang: error: linker command failed with exit code 1 (use -v to see invocation)
      """
    let message = CompilerMessage(said, exercise: .publishSubject)
    #expect(message.firstError == "error: built/program: No space left on device")
  }

  // Texts of 1 MB took minutes.
  @Test
  func `is graded in time if a few characters are repeated`() {
    for part in ["#", "\"", "exit ", "exit\n", " /x/"] {
      let text = String(repeating: part, count: 60_000 / part.utf8.count)
      #expect(ReviewLine.lines(of: text).count <= 20)
    }
    let marks = String(repeating: "\u{301}\u{316}", count: 10_000)
    let error = "Exercise.swift:1:1: error: odd"
    let message = CompilerMessage("\(error)\n \(marks)^\n \(marks)", exercise: .publishSubject)
    #expect(message.firstError.hasPrefix("\(Exercise.publishSubject.folder)/\(error)\n"))
    #expect(!CompilerMessage.isAtOwnLine("a/\(error)", of: marks, besides: marks))
  }

  /// For such an error, the grader need not compile the stub to rule out its own fault.
  @Test(arguments: [
    ("Chapters/Exercise.swift:2:7: error: b\n/Exercise.swift:1:1: note: c", true),
    ("Chapters/Exercise.swift:1:8: error: no such module 'Exercising'", false),
    ("Chapters/Main.swift:2:7: error: b\n/Exercise.swift:2:1: note: c", false),
    ("Chapters/Exercise.swift:3:1: error: b", false), ("Chapters/Exercise.swift:0:1: b", false),
    ("error: a\n/Exercise.swift:2:1: note: c", false), ("", false),
    ("Chapters/Exercise.swift:\(Int.min):1: error: b", false),
  ])
  func `is not at fault for an error in a line that the stub lacks`(message: String, isOwn: Bool) {
    let found = CompilerMessage.isAtOwnLine(
      message, of: "import Exercising\nlet c = a", besides: "import Exercising\nlet b = 1")
    let withReturns = CompilerMessage.isAtOwnLine(
      message, of: "import Exercising\r\nlet c = a", besides: "import Exercising\nlet b = 1")
    #expect(found == isOwn && withReturns == isOwn)
  }

  @Test
  func `because the stub does not compile reports an error of the grader`() throws {
    let package = PackageFolder(submission.folder)
    let stub = package.stub(.publishSubject)
    try stub.write("let a = broken")
    let file = try submission.file("let a = broken\n// Mine.")
    let result = Grader(package: package).grade([.init(.publishSubject, file: file)])
    #expect(result.exercises[0].verdict == .graderError)
    #expect(
      result.exercises[0].message?.hasPrefix("Not even the stub of PublishSubject compiles: ")
        == true)
  }
}
