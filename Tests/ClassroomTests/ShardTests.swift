import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

struct `The shards of a class`: ~Copyable {
  let course: CourseFolder

  init() throws {
    let course = try CourseFolder()
    for number in 1...5 { try course.handIn("learner\(number)/RelayHub.swift", "// \(number)") }
    self.course = course
  }

  /// Grades a shard into a folder of its own.
  private func part(_ text: String, seed: UInt64 = 7) throws -> ResultFolder {
    let shard = try #require(Shard(text))
    let name = "part-\(text.replacing("/", with: "-"))-\(seed)"
    let results = ResultFolder(course.folder.file(name))
    let all = try course.read()
    let learners = shard.part(of: all.learners)
    let conditions = course.conditions(seed: seed, shard: shard)
    let snapshots = try ClassGrading.read(
      learners, from: all, exercises: course.exercises, keepingIn: results)
    try results.writeConditions(conditions)
    try ClassGrading(snapshots, of: course.exercises, under: conditions, in: results)
      .run(workers: 1, grade: SampleGrader.grade, report: { _ in })
    return results
  }

  @Test
  func `are joined to what one run would have graded`() throws {
    let parts = try [part("1/2"), part("2/2")]
    let conditions = try course.results.merge(parts)
    let snapshots = try course.results.snapshots()
    #expect(conditions == course.conditions())
    #expect(snapshots.map(\.learner.name) == (1...5).map { "learner\($0)" })
    let grading = ClassGrading(
      snapshots, of: course.exercises, under: conditions, in: course.results)
    let isComplete = try grading.isComplete()
    #expect(isComplete)
  }

  @Test
  func `that do not fit together are refused`() throws {
    let parts = try [part("1/2"), part("2/2"), part("2/2", seed: 8)]
    let empty = ResultFolder(course.folder.file("empty"))
    let problems = [[parts[0]], [parts[0], parts[2]], [parts[0], parts[0]], [empty]].map { parts in
      do {
        _ = try course.results.merge(parts)
        return "none"
      } catch { return "\(error)".replacing(course.folder.url.path, with: "…") }
    }
    #expect(
      problems == [
        "--merge lacks part 2 of 2: pass the folders of all parts",
        "\"…/part-2-2-8\" was graded with seed 8 instead of 7: grade all parts with the same settings",
        "\"…/part-1-2-7\" is part 1 of 2, and …/part-1-2-7 too: pass each once",
        "\"…/empty\" is not a result of `workbook class`: pass folders that it wrote",
      ])
  }

  @Test
  func `are written as a number and a count`() {
    let texts = ["3/8", "0/8", "9/8", "1/0", "8", "a/b", "1/2/3", ""]
    #expect(texts.map { Shard($0)?.number } == [3, nil, nil, nil, nil, nil, nil, nil])
    #expect(Shard("2/3")?.part(of: [0, 1, 2, 3, 4]) == [1, 4])
  }
}
