import Foundation
import TestSupport
import Testing

@testable import WorkbookCommand

extension `The program` {
  @Test
  func `watches until it is interrupted, and ends with the signal`() throws {
    let process = try program.start(["watch", "PublishSubject"] + place)
    let untouched = process.lines(through: "Watching PublishSubject; press Ctrl-C to stop.")
    try workshop.file.write(Workshop.refused)
    let saved = process.lines(through: "Watching PublishSubject; press Ctrl-C to stop.")
    process.send(SIGINT)
    let ending = process.ending()
    #expect(untouched.first?.hasPrefix("PublishSubject: TODO, 0 of 5 points") == true)
    #expect(saved.contains("PublishSubject: saved, checking"))
    #expect(saved.contains { $0.hasPrefix("PublishSubject: BUILD, 0 of 5 points") })
    #expect(!ending.isExit)
    #expect(ending.status == SIGINT)
  }

  #if os(Linux)
    @Test(.enabled(if: UserNamespace.isAllowed, "needs a user namespace"))
    func `exits with the signal's status as process 1 of a container`() throws {
      let process = try UserNamespace.program.start(
        ["--pid", "--fork", "--kill-child"] + UserNamespace.arguments + [
          "exec 3<&0; (read line <&3; kill -TERM 1) & exec \"$0\" \"$@\"",
          program.executable.path, "watch", "PublishSubject",
        ] + place)
      _ = process.lines(through: "Watching PublishSubject; press Ctrl-C to stop.")
      process.write("\n")
      let ending = process.ending()
      #expect(ending.isExit)
      #expect(ending.status == 128 + SIGTERM)
    }
  #endif

  #if os(Linux)
    @Test
    func `ends with the first signal while it waits for a reader that never reads`() throws {
      let pipe = Pipe()
      let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
      // 1032 is F_GETPIPE_SZ. The remaining 256 bytes have room for the first lines of the list.
      let filled = Int(fcntl(writing.fileDescriptor, 1032)) - 256
      try writing.write(contentsOf: Data(count: filled))
      let process = try program.start(["list"] + place, output: writing)
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
  func `that is terminated while it grades leaves a report without points`() throws {
    let submission = try TemporaryFolder()
    // ArchitectureTests would count a line that begins with "import" as an import of this file.
    try submission.url.appending(path: "PublishSubject.swift").write(
      "import Exercising\n"
        + """
        final class PublishSubject: SubjectRequirements {
          init() { while true {} }
          func on(_ signal: Signal) {}
          func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
        }
        """)
    let report = submission.url.appending(path: "report")
    // Written first, and without a reader it blocks: so the other report is never replaced.
    let pipe = submission.url.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let reports = ["--report", "json=\(pipe.path)", "--report", "text=\(report.path)"]
    let process = try program.start(["grade", submission.url.path] + reports + place)
    // The report file exists before grading begins.
    while report.text == nil, process.isRunning { sched_yield() }
    process.send(SIGTERM)
    let ending = process.ending()
    #expect(report.text?.hasPrefix("PublishSubject: GRADER-ERROR, 0 of 5 points") == true)
    #expect(report.text?.contains("Grading began and did not finish") == true)
    #expect(!ending.isExit)
    #expect(ending.status == SIGTERM)
  }
}

#if os(Linux)
  /// A user namespace in which a test can lower system limits for one program.
  private enum UserNamespace {
    static let program = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
    static let arguments = ["--user", "--map-root-user", "/bin/sh", "-c"]

    static let isAllowed: Bool = {
      let ending = try? program.run(arguments + ["echo 0 > /proc/sys/user/max_inotify_instances"])
      return ending?.status == 0
    }()
  }
#endif
