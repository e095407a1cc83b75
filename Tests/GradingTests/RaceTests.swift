import Exercising
import Foundation
import Processes
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `A data race` {
  private static let report = """
    ==================
    WARNING: ThreadSanitizer: data race (pid=7)
      Write of size 8 at 0x7b04 by thread T2:
        #0 TaskQueue.add(_:) /built/Exercise.swift:31:11 (program+0xf)
        #1 main Main.swift:6:5 (program+0xf)

      Previous read of size 8 at 0x7b04 by thread T1:
        #0 swift_retain <null> (libswiftCore.so+0x4)
        #1 TaskQueue.next() /built/Exercise.swift:40:12 (program+0xf)

      Thread T2 'caller' (tid=9, running) created by main thread at:
        #0 start Exercise.swift:99:1 (program+0xf)

    SUMMARY: ThreadSanitizer: data race Exercise.swift:31:11
    """

  @Test(arguments: [
    (("", ""), [31, 40], "two threads, at lines 31 and 40 of"),
    (("Exercise.swift", "<null>"), [nil, nil], ": two threads use the same memory"),
    // Both threads are at a line only if both stacks name it.
    (("Exercise.swift:40", "Main.swift:4"), [31, nil], "two threads, one of them at line 31 of"),
    (("\n\n", "\n"), [31], "two threads, one of them at line 31 of"),
    (("Exercise.swift:40", "Exercise.swift:31"), [31, 31], "two threads, both at line 31 of"),
  ])
  func `is reported with the lines of both accesses`(
    change: (old: String, new: String), lines: [Int?], sentence: String
  ) {
    let race = RaceReport(in: Self.report.replacing(change.old, with: change.new))
    #expect(race?.lines == lines)
    #expect(race?.sentence.contains(sentence) == true)
    #expect(RaceReport(in: "Fatal error: Index out of range") == nil)
  }

  @Test
  func `is no excuse for a program that fails only where races are looked for`() throws {
    let exercise = Exercise.confinement
    let context = try GradingContext(
      package: .tested, options: .init(), runner: ChildRunner())
    defer { context.runner.workspace.remove() }
    let script = Script("thread one", "open mine ann one")
    func attempt(_ text: String, _ runs: [Script: RunResult] = [:]) -> CompiledAttempt {
      let build = RaceBuild(text, of: exercise, by: context.compiler)
      return CompiledAttempt(URL(filePath: "/"), raceBuild: build, raceRuns: runs)
    }
    let unbuilt = try context.findRaces(
      in: attempt("let one: Int = none\n"), with: script, of: exercise)
    let stub = try String(contentsOf: PackageFolder.tested.stub(exercise), encoding: .utf8)
    let run = RunResult(
      ProcessResult(reason: .exited(1), start: ProcessResult.started), nonce: "nonce", steps: 2)
    let unready = try context.findRaces(
      in: attempt(stub, [script: run]), with: script, of: exercise)
    let isSearched = !unready.explanation.hasPrefix("The check for data races was skipped")
    #expect(unbuilt.verdict == .build)
    #expect(unready.verdict == (isSearched ? .stopped : .pass))
  }

  /// Code of a solution for the run that looks for races, by the name of its store.
  private static let endings: [(name: String, verdict: Verdict, code: String)] = [
    ("ann", .pass, ""),
    ("exits", .stopped, "_exit(0)"),
    ("exits-like-a-race", .fail, "_exit(66)"),
    ("closes-errors", .fail, "if note == 0 { close(2) }; note += 1"),
    ("floods", .limit, #"while true { print("more and more and more and more") }"#),
    (
      "hoards", .limit,
      "var all: [Data] = []; while true { all.append(Data(repeating: 7, count: 1 << 24)) }"
    ),
    ("loops", .timeout, "while true {}"),
    ("sleeps", .timeout, "Thread.sleep(forTimeInterval: 4242)"),
    ("crashes", .crash, #"fatalError("now")"#),
    // Only on the grader's descriptor is it a report.
    ("warns", .pass, #"FileHandle.standardError.write(Data("WARNING: ThreadSanitizer: ".utf8))"#),
  ]

  @Test(
    .enabled(if: AttackRange.isPossible, "the endings are written for Linux"),
    .disabled(if: ThreadSanitizer.isOn, "the run before it finds races too"))
  func `is looked for in a run that has to end like the one before it`() throws {
    let submission = try SubmittedFolder()
    let solution = try String(
      contentsOf: PackageFolder.tested.solution(.confinement), encoding: .utf8)
    let cases = Self.endings.map { "case \"\($0.name)\": \($0.code.isEmpty ? "break" : $0.code)" }
    let ending = """

      private let isSearched = ProcessInfo.processInfo.environment["TSAN_OPTIONS"] != nil
      nonisolated(unsafe) private var note = 0

      nonisolated(unsafe) private var ending = ""

      private func end() {
        guard isSearched else { return }
        switch ending {
        \(cases.joined(separator: "\n  "))
        default: break
        }
      }

      """
    let place = "      let resolved = target"
    // Without a lock before it, which would order the accesses of the two threads.
    let text = solution.replacing(place, with: "      end()\n" + place)
      .replacing("self.init(Locked(name)", with: "ending = name; self.init(Locked(name)")
    let exercise = Exercise(
      "Confinement", chapter: "ConfinedStore", title: "",
      solution: ConfinementScene<Confinement>.self,
      checks: Self.endings.map { name, _, _ in
        Check(name, points: 1, findsRaces: true) { _ in
          Script("thread one", "open mine \(name) one", "race mine 200 one")
        }
      })
    var options = Grader.Options()
    // While one thread's race is reported, which a busy machine prolongs, the other one yields.
    (options.limits.cpuSeconds, options.limits.waitSeconds) = (0.4, 12)
    // The plain run needs 24 MB, the other one and its symbolizer less than 192. Filling 256 MB
    // takes a small part of the processor time, on a busy machine too.
    options.limits.residentBytes = 64 << 20
    let result = submission.grade([try submission.file(text + ending)], as: exercise, options)
    let checks = result.exercises[0].checks
    #expect(checks.count == Self.endings.count)
    for (check, ending) in zip(checks, Self.endings) {
      #expect(check.verdict == ending.verdict, "\(ending.name): \(check.explanation)")
      #expect(check.score == (ending.verdict == .pass ? 1 : 0))
    }
    #expect(checks[3].explanation.contains("of Exercise.swift, use the same memory"))
    #expect(checks[3].explanation.contains("\nThe step “race” makes two threads resolve"))
    #expect(checks[6].explanation.contains("again to find data races"))
  }
}
