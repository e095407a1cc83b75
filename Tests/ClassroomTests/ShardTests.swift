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

  /// Grades a shard into a separate folder.
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

  private func join(_ parts: [ResultFolder]) throws -> GradingConditions {
    try course.results.merge(parts, exercises: course.exercises)
  }

  /// The error message of joining the parts, or `none`.
  private func problem(_ parts: [ResultFolder]) -> String {
    do {
      _ = try join(parts)
      return "none"
    } catch { return "\(error)".replacing(course.folder.url.path, with: "…") }
  }

  /// A manipulation of a part's files.
  enum Change: String, CaseIterable {
    case slug, exercise, hash, order, text, score, check, verdict, older, key, link, folder

    func apply(to part: ResultFolder) throws {
      let path = { (folder: String) in "\(folder)/\(part.names(in: folder)[0])" }
      let (learner, graded) = (path("data/learners"), path("data/graded"))
      let edit = { (path: String, old: String, new: String) in
        let text = try #require(part.file(path))
        #expect(text.contains(old))
        try part.write(text.replacing(old, with: new, maxReplacements: 1), to: path)
      }
      switch self {
      case .slug: try edit(learner, "\"slug\" : \"learner1\"", "\"slug\" : \"../../learner1\"")
      case .exercise: try edit(learner, "\"PublishSubject\"", "\"../../PublishSubject\"")
      case .hash: try edit(learner, "\"hash\" : \"", "\"hash\" : \"../../")
      case .order:
        try edit(learner, "\"PublishSubject\"", "\"Else\"")
        try edit(learner, "\"RelayHub\"", "\"PublishSubject\"")
      case .text: try part.write("// 5 of another", to: path("data/texts"))
      case .score:
        let score = try #require(part.file(graded)?.firstMatch(of: /"score" : \d/)?.output)
        try edit(graded, String(score), "\"score\" : 999")
      case .check: try edit(graded, "\"maximum\" : 1", "\"maximum\" : 9")
      case .verdict: try edit(graded, "\"verdict\" : \"BUILD\"", "\"verdict\" : \"PASS\"")
      case .older: try edit(graded, "\"isMissing\"", "\"missing\"")
      case .key:
        let names = part.names(in: "data/graded")
        let other = try #require(part.file("data/graded/\(names.last ?? "")"))
        try part.write(other, to: graded)
      case .link, .folder:
        let place = part.url.appending(path: self == .link ? learner : "data/texts")
        let elsewhere = part.url.appending(path: "elsewhere")
        try FileManager.default.moveItem(at: place, to: elsewhere)
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: elsewhere)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func `are refused if their files were changed`(change: Change) throws {
    let parts = try [part("1/2"), part("2/2")]
    let before = course.results.names(in: "data")
    try change.apply(to: parts[0])
    let problem = problem(parts)
    #expect(problem.hasPrefix("\"…/part-1-2-7/data/"))
    #expect(problem.hasSuffix("is not what `workbook class` writes: grade that part again"))
    #expect(course.results.names(in: "data") == before)
  }

  @Test
  func `are joined to the result of a single run`() throws {
    try course.handIn("essay.zip")
    let parts = try [part("1/2"), part("2/2")]
    let conditions = try join(parts)
    let snapshots = try course.results.snapshots()
    #expect(conditions == course.conditions())
    #expect(snapshots.map(\.learner.name) == (1...5).map { "learner\($0)" })
    let grading = ClassGrading(
      snapshots, of: course.exercises, under: conditions, in: course.results)
    let missing = try grading.missing().count
    let (notes, all) = (try course.results.notes(), try course.read().notes)
    #expect(missing == 0)
    #expect(notes == all && all.count == 1)
  }

  @Test
  func `that do not fit together are refused`() throws {
    let parts = try [part("1/2"), part("2/2"), part("2/2", seed: 8)]
    let empty = ResultFolder(course.folder.file("empty"))
    let problems = [[parts[0]], [parts[0], parts[2]], [parts[0], parts[0]], [empty]].map {
      problem($0)
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
  func `of another version are refused, also before one is graded again`() throws {
    let part = try part("1/1")
    let path = "data/run.json"
    let checks = try #require(part.file(path)?.firstMatch(of: /\s*"checks" : .*/)?.output)
    try part.write(try #require(part.file(path)).replacing(checks, with: ""), to: path)
    let expected =
      "\"…/part-1-1-7/data/run.json\" is not what this version of `workbook class` writes: "
      + "grade again into a new folder"
    let problem = problem([part])
    #expect(problem == expected)
    #expect(throws: ClassInputError.self) { try part.conditions() }
  }

  @Test
  func `are written as a number and a count`() {
    let texts = ["3/8", "0/8", "9/8", "1/0", "8", "a/b", "1/2/3", ""]
    #expect(texts.map { Shard($0)?.number } == [3, nil, nil, nil, nil, nil, nil, nil])
    #expect(Shard("2/3")?.part(of: [0, 1, 2, 3, 4]) == [1, 4])
  }
}
