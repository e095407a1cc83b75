import Foundation
import TestSupport
import Testing

@testable import Grading

/// Programs that run directly under limits, without a learner's file.
@Suite(.blocking)
struct `A program under limits` {
  private func run(
    _ script: String, _ change: (inout Limits) -> Void = { _ in }
  ) throws -> ProcessResult {
    var limits = Limits()
    limits.startSeconds = nil
    change(&limits)
    // The shell ends with the test process, and its processor time is limited.
    let start =
      "ulimit -t 60; if command -v setpriv > /dev/null; then"
      + " exec setpriv --pdeathsig KILL /bin/sh -c \"$0\"; fi; exec /bin/sh -c \"$0\""
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", start, script],
      environment: ["PATH": "/usr/bin:/bin"])
    return try ChildRunner().run(command, limits: limits)
  }

  @Test(arguments: ["while :; do :; done", "(while :; do :; done) & wait"])
  func `is ended by its processor time and that of its children, not by elapsed time`(
    script: String
  ) throws {
    let busy = try run(script) { limits in
      limits.cpuSeconds = 0.1
      limits.waitSeconds = .infinity
    }
    #expect(busy.reason == .cpuTimeExceeded)
  }

  // The names end with U+0600, which joins the parenthesis after it, and with half a character.
  @Test(
    .enabled(if: AttackRange.isPossible, "needs /proc"),
    arguments: ["a b", ") S 1", #"\330\200"#, #") S \330\200"#, #"\330"#])
  func `is ended by its processor time whatever its name is`(name: String) throws {
    let busy = try run("printf '\(name)' > /proc/$$/comm; while :; do :; done") { limits in
      limits.cpuSeconds = 0.1
      limits.waitSeconds = .infinity
    }
    #expect(busy.reason == .cpuTimeExceeded)
  }

  @Test(.enabled(if: access("/usr/bin/perl", X_OK) == 0, "needs Perl"))
  func `is ended by the processor time of children that it does not reap`() throws {
    let script = """
      exec perl -e '$SIG{CHLD} = "IGNORE"; for (1 .. 20) {
        my $child = fork; if (!$child) { 1 while (times)[0] + (times)[1] < 0.1; exit }
        waitpid $child, 0 }'
      """
    let busy = try run(script) { $0.cpuSeconds = 0.6 }
    #expect(busy.reason == .cpuTimeExceeded)
  }

  @Test
  func `may run longer than the stall limit while it works`() throws {
    // The total wait is longer than the limit for a single wait.
    let patient = try run("for i in 1 2 3 4 5 6 7 8; do sleep 0.1; done; echo done") { limits in
      limits.stallSeconds = 0.6
    }
    #expect(patient.reason == .exited(0))
    #expect(patient.output == Array("done\n".utf8))
  }

  @Test(
    .enabled(if: AttackRange.isPossible, "needs /proc"), arguments: ["sleep 600", "kill -STOP $$"])
  func `is ended if it waits forever`(script: String) throws {
    let waiting = try run(script) { limits in
      limits.stallSeconds = 0.2
      limits.waitSeconds = .infinity
    }
    #expect(waiting.reason == .stalled)
  }

  @Test
  func `is ended by the total wait if no other limit ends it`() throws {
    let waiting = try run("sleep 600") { limits in
      limits.stallSeconds = .infinity
      limits.waitSeconds = 0.1
    }
    #expect(waiting.reason == .waitTimeExceeded)
  }

  @Test
  func `that the system ends for its processor time has exceeded that limit`() throws {
    // The system sends this signal at the limit that the starter sets.
    let command = ChildCommand(
      program: BuildFolder.beside.starter,
      arguments: ["limit", "cpu", "7", "--", "/bin/sh", "-c", "ulimit -t; kill -XCPU $$"])
    let result = try ChildRunner().run(command, limits: Limits())
    #expect(result.output == Array("7\n".utf8))
    #expect(result.reason == .cpuTimeExceeded)
  }

  @Test
  func `that never becomes ready is the grader's error`() throws {
    let silent = try run("sleep 600") { limits in limits.startSeconds = 0.1 }
    #expect(silent.reason == .notReady)
  }

  @Test(arguments: ["exit 97", "exit 126", "kill -KILL $$", "sleep 600"])
  func `that was started is never the grader's error`(script: String) throws {
    var limits = Limits()
    limits.stallSeconds = 0.2
    let result = try ChildRunner().run(
      ChildCommand(
        program: BuildFolder.beside.starter,
        arguments: ["drop", "-", "--", "/bin/sh", "-c", script],
        environment: ["PATH": "/usr/bin:/bin"]), limits: limits)
    let run = RunResult(result, nonce: "nonce", steps: 1)
    #expect(result.startFailure == nil)
    let verdict = ScriptResult(run, script: Script("a"), difference: nil, limits: limits).verdict
    #expect([.stopped, .crash, .timeout].contains(verdict))
  }

  @Test(arguments: [["folder", "/nowhere", "--", "/bin/true"], ["--", "/nowhere"], ["dance"], []])
  func `that was not started is the grader's error, with the reason`(words: [String]) throws {
    let result = try ChildRunner().run(
      ChildCommand(program: BuildFolder.beside.starter, arguments: words), limits: Limits())
    let run = RunResult(result, nonce: "nonce", steps: 1)
    guard case .notStarted(let reason) = run.outcome else {
      return #expect(Bool(false), "\(run.outcome)")
    }
    #expect(reason.hasSuffix("No such file or directory") || reason.hasSuffix("Invalid argument"))
  }

  @Test
  func `does not wait while it is runnable or not measured`() {
    var (starved, stopped, working) = (WaitingTime(), WaitingTime(), WaitingTime())
    for index in 1...1000 {
      starved.add(.seconds(1), isRunnable: true, activity: 0)
      // Alternates between a child's accurate time and that of its parent after it was reaped.
      working.add(.milliseconds(20), isRunnable: false, activity: Double(index % 2))
    }
    stopped.add(.seconds(3600), isRunnable: false, activity: 0)
    #expect(starved.inAll == 0)
    #expect(starved.inARow == 0)
    #expect(stopped.inAll == 0.1)
    #expect(stopped.inARow == 0.1)
    #expect(working.inARow == 0)
    #expect(working.inAll > 19)
  }

  #if os(Linux)
    @Test(.exitTest)
    func `of the grader's own user, who is not root, leaves no process that has left its session`()
      async
    {
      await #expect(processExitsWith: .success) {
        if getuid() == 0 { setuid(65534) }
        // When the script prints the child's id, the child already has another session and parent.
        // It holds a named pipe open, so the test receives an event when it ends.
        let script = #"child=$(setsid sh -c 'echo $$; exec sleep 600 > "$HELD"' &); echo $child"#
        let folder = try TemporaryFolder("held")
        let pipe = folder.file("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        let reading = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reading) }
        let mark = (name: "DLW_TEST", value: UUID().uuidString)
        var command = ChildCommand(
          program: "/bin/sh", arguments: ["-c", script],
          environment: ["PATH": "/usr/bin:/bin", "HELD": pipe, mark.name: mark.value])
        let start = { (command: ChildCommand) throws -> pid_t in
          var limits = Limits()
          limits.startSeconds = nil
          let result = try ChildRunner().run(command, limits: limits)
          return try #require(pid_t(String(decoding: result.output.dropLast(), as: UTF8.self)))
        }
        let runs = { (child: pid_t) in
          Procfs.Status("/proc/\(child)").map { $0.state != "Z" } ?? false
        }
        let left = try start(command)
        #expect(runs(left))
        kill(left, SIGKILL)
        command.mark = "\(mark.name)=\(mark.value)"
        _ = try start(command)
        // Shorter than the sleep, whose end would be taken for the sweep.
        var end = pollfd(fd: reading, events: 0, revents: 0)
        let ended = poll(&end, 1, 60_000)
        #expect(ended == 1, "the child has not ended")
      }
    }
  #endif

  @Test(.enabled(if: AttackRange.isPossible, "needs /proc"))
  func `is measured with its descendants`() throws {
    var usage = ProcessUsage(of: ProcessTree(root: getpid()))
    usage.measure()
    #expect(usage.residentBytes > 1 << 20)
    #expect(usage.cpuSeconds > 0)
    // The measuring thread itself is runnable.
    #expect(usage.isRunnable == true)
  }
}
