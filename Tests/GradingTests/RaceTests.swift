import Foundation
import Testing

@testable import Grading

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

  @Test
  func `is reported with the lines of both accesses`() {
    #expect(RaceReport(in: Self.report)?.lines == [31, 40])
    let unnamed = RaceReport(in: Self.report.replacing("Exercise.swift", with: "<null>"))
    #expect(unnamed?.lines == [nil, nil])
    #expect(unnamed?.sentence.contains(": two threads use the same memory") == true)
    #expect(RaceReport(in: "Fatal error: Index out of range") == nil)
  }

  @Test
  func `says that both threads are at a line only if both stacks name it`() {
    let one = RaceReport(in: Self.report.replacing("Exercise.swift:40", with: "Main.swift:4"))
    let lost = Self.report.split(separator: "\n").filter {
      !$0.contains("#") || $0.contains("31:11")
    }
    let unrestored = RaceReport(in: lost.joined(separator: "\n"))
    let both = RaceReport(in: Self.report.replacing("Exercise.swift:40", with: "Exercise.swift:31"))
    #expect(one?.sentence.contains("two threads, one of them at line 31 of") == true)
    #expect(unrestored?.sentence.contains("two threads, one of them at line 31 of") == true)
    #expect(both?.sentence.contains("two threads, both at line 31 of") == true)
  }

  @Test
  func `fails the check even if the events are as expected`() throws {
    let submission = try Submission()
    let solution = try String(
      contentsOf: PackageFolder.tested.solution(.confinement), encoding: .utf8)
    // Both threads write the same value, so the race does not change the events.
    let racing = solution.replacing(
      "      let resolved = target", with: "      note = 1\n      let resolved = target")
    let file = try submission.file(racing + "\nnonisolated(unsafe) private var note = 0\n")
    let check = submission.grade([file], as: .confinement).exercises[0].checks[4]
    let isSearched = !check.explanation.hasPrefix("The check for data races was skipped")
    #expect(racing != solution)
    #expect(check.verdict == (isSearched ? .fail : .pass))
    #expect(!isSearched || check.explanation.contains("ThreadSanitizer found a data race"))
    #expect(
      !isSearched || check.explanation.contains("\nThe step “race” makes two threads resolve"))
  }
}
