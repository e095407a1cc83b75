import Concurrency
import Foundation
import LayeredStorage
import Subcommands
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

@Suite(.blocking)
struct `Grading a class`: ~Copyable {
  let course: CourseFolder

  init() throws {
    let course = try CourseFolder()
    for (number, learner) in ["ann", "bob", "cid"].enumerated() {
      try course.handIn("\(learner)/PublishSubject.swift", "// \(number) of \(learner)")
      try course.handIn("\(learner)/RelayHub.swift", "// 1 of all")
    }
    self.course = course
  }

  private struct Run {
    var graded: [String] = []
    var done: [String] = []
    var progress: [String] = []
    var failure: FileError?
  }

  /// Grades with the sample grader, on one thread, and stops after `limit` texts.
  private func run(
    seed: UInt64 = 7, limit: Int = .max, _ change: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> Run {
    let run = Locked(Run())
    let snapshots = try course.snapshots()
    let grading = try course.grading(
      snapshots, under: course.conditions(seed: seed), in: course.results)
    do throws(FileError) {
      _ = try grading.run(
        workers: 1,
        isCancelled: { run.withLock { $0.graded.count > limit } },
        grade: { attempt in
          let count = run.withLock { run in
            run.graded.append((try? attempt.text.get()) ?? "none")
            return run.graded.count
          }
          change(count)
          return SampleGrader.grade(attempt)
        },
        progress: { words in run.withLock { $0.progress.append(words) } },
        done: { line in run.withLock { $0.done.append("\(line.name) \(line.raw)") } })
    } catch {
      run.withLock { $0.failure = error }
    }
    return run.withLock { $0 }
  }

  @Test
  func `grades identical texts once and reports each learner when it is complete`() throws {
    let run = try run()
    #expect(run.graded == ["// 0 of ann", "// 1 of all", "// 1 of bob", "// 2 of cid"])
    #expect(run.done == ["ann 1", "bob 2", "cid 3"])
    #expect(run.failure == nil)
  }

  @Test
  func `continues after an interruption, and later grades only what has changed`() throws {
    let first = try run(limit: 2)
    #expect(first.graded == ["// 0 of ann", "// 1 of all", "// 1 of bob"])
    #expect(first.done == ["ann 1"])
    let second = try run()
    #expect(second.graded == ["// 1 of bob", "// 2 of cid"])
    #expect(second.done == ["ann 1", "bob 2", "cid 3"])
    try course.handIn("bob/PublishSubject.swift", "// 3 of bob")
    let third = try run()
    #expect(third.graded == ["// 3 of bob"])
    #expect(third.done == ["ann 1", "cid 3", "bob 4"])
    let otherSeed = try run(seed: 8)
    #expect(otherSeed.graded.count == 4)
  }

  @Test
  func `tries an error of the grader again, except in the results of parts`() throws {
    let refused = SubmittedFile.Refusal(verdict: .graderError, sentence: "The machine stopped.")
    let path = course.conditions().path(of: try course.snapshots()[0].files[0])
    let broken = SampleGrader.broken(course.exercises[0], refused.sentence)
    try course.results.write(broken, to: path)
    let merged = try course.grading(
      course.snapshots(), under: course.conditions(), in: course.results, isMerged: true)
    let missing = merged.stored().jobs.map(\.path)
    #expect(missing.count == 3 && !missing.contains(path))
    let run = try run()
    #expect(run.graded.first == "// 0 of ann")
    #expect(run.done.first == "ann 1")
  }

  @Test
  func `grades again what a damaged file or another version kept`() throws {
    _ = try run()
    let names = course.results.names(in: "data/graded").map { "data/graded/\($0)" }
    try course.results.write("{", to: names[0])
    let kept = try #require(course.results.file(names[1]))
    #expect(kept.contains("\"isMissing\" : false,"))
    try course.results.write(kept.replacing("\"isMissing\" : false,", with: ""), to: names[1])
    let other = try #require(names.last)
    try course.results.write(kept, to: other)
    let again = try run()
    #expect(again.graded.count == 3)
    #expect(again.done.count == 3)
  }

  @Test
  func `shows the time left after the first texts`() {
    let words = [(0, 0.0), (3, 6), (4, 8), (100, 200), (990, 1_980)].map { done, seconds in
      ClassGrading.words(done / 10, of: 100, texts: done, of: 1_000, seconds: seconds)
    }
    #expect(
      words == [
        "grading, 0 of 100 learners done …", "grading, 0 of 100 learners done …",
        "grading, 0 of 100 learners done, 34 min left …",
        "grading, 10 of 100 learners done, 30 min left …",
        "grading, 99 of 100 learners done, 20 s left …",
      ])
  }

  @Test
  func `removes the results of learners whose submissions were removed`() throws {
    _ = try run()
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    let run = try run()
    #expect(run.done == ["ann 1", "cid 3"])
    #expect(course.results.names(in: "data/learners") == ["ann.json", "cid.json"])
  }

  @Test(.exitTest)
  func `on a disk that fills up keeps earlier results and reports the error`() async throws {
    await #expect(processExitsWith: .success) {
      let test = try `Grading a class`()
      // The disk is full from the second result on.
      let first = try test.run { count in if count == 2 { ResourceLimit.fileSize.set(0) } }
      #expect(first.graded.count == 2)
      #expect(first.failure?.reason == .tooLarge)
      #expect(first.failure?.attempt == .written)
      #expect(test.course.results.names(in: "data/graded").count == 1)
    }
  }
}
