import Foundation
import Subcommands
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

private let damaged =
  "missing, damaged or of another version: restore it, or grade again, with the same options "
  + "(including --roster and --seed), into a new folder that has a copy of adjustments.csv"

@Suite(.blocking)
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
    try results.writeConditions(conditions)
    let snapshots = try ClassGrading.read(learners, from: all, keepingIn: results)
    _ = try course.grading(snapshots, under: conditions, in: results).run(
      workers: 1, grade: SampleGrader.grade)
    return results
  }

  /// The error message of joining the parts, or `none`.
  private func problem(_ parts: [ResultFolder], of exercises: [Exercise]? = nil) -> String {
    do {
      _ = try GradedParts(parts, exercises: exercises ?? course.exercises)
      return "none"
    } catch { return "\(error)".replacing(course.folder.url.path, with: "…") }
  }

  /// Replacements in the first file of a part's folder, or in a file.
  private static let changes: [(path: String, old: String, new: String)] = [
    ("data/learners", #""slug" : "learner1""#, #""slug" : "../../learner1""#),
    ("data/learners", #""entry" : "learner1""#, #""entry" : "learner2""#),
    ("data/learners", #""PublishSubject""#, #""../../PublishSubject""#),
    ("data/learners", #""PublishSubject"([^_]*)"RelayHub""#, #""RelayHub"$1"PublishSubject""#),
    ("data/learners", #""hash" : ""#, #""hash" : "../../"#),
    ("data/learners", #"(?s)("PublishSubject",)(.*)("hash" : "[0-9a-f]+",)"#, "$1$3$2$3"),
    ("data/learners", #""modified" : [0-9.]+"#, #""modified" : 1e300"#),
    ("data/texts", "(?s).+", "// 5 of another"),
    ("data/graded", #""score" : \d"#, #""score" : 999"#),
    ("data/graded", #""maximum" : 1"#, #""maximum" : 9"#),
    ("data/graded", #""verdict" : "BUILD""#, #""verdict" : "PASS""#),
    ("data/graded", #""isMissing""#, #""missing""#),
    ("data/graded", #""isMissing" : true"#, #""isMissing" : false"#),
    ("data/graded", #""exercise" : "PublishSubject""#, #""exercise" : "RelayHub""#),
    ("data/reading.json", #"""#, ""), ("data/run.json", #".*"checks".*"#, ""),
    ("data/run.json", #""number" : 1"#, #""number" : 3"#),
  ]

  @Test(arguments: changes.indices)
  func `are refused if their files were changed`(place: Int) throws {
    let parts = try [part("1/2"), part("2/2")]
    let (folder, old, new) = Self.changes[place]
    let path = parts[0].names(in: folder).first.map { "\(folder)/\($0)" } ?? folder
    let text = try #require(parts[0].file(path))
    let changed = text.replacingOccurrences(of: old, with: new, options: .regularExpression)
    try parts[0].write(changed, to: path)
    let problem = problem(parts)
    #expect(changed != text)
    #expect(problem.hasPrefix("\"…/part-1-2-7/data/"))
    #expect(problem.hasSuffix(" is \(damaged)"))
  }

  @Test
  func `are joined to the result of a single run`() throws {
    try course.handIn("essay.zip")
    let parts = try [part("1/2"), part("2/2")]
    let joined = try GradedParts(parts, exercises: course.exercises)
    let former = parts[0].file("data/learners/learner1.json") ?? ""
    for part in parts { try FileManager.default.removeItem(at: part.url) }
    // The first attempt finds a file in the place of a folder.
    try course.results.write("", to: "data/learners")
    #expect(throws: FileError.self) { try joined.write(to: course.results) }
    #expect(course.results.isReplaceable)
    try course.results.write("", to: "other/__MACOSX/a")
    #expect(!ResultFolder(course.results.url.appending(path: "other")).isReplaceable)
    course.results.remove(in: "data") { $0 == "learners" }
    try course.results.write(former, to: "data/learners/former.json")
    try joined.write(to: course.results)
    #expect(joined.conditions == course.conditions())
    #expect(joined.snapshots.map(\.learner.name) == (1...5).map { "learner\($0)" })
    let again = try GradedParts([course.results], exercises: course.exercises)
    #expect(again.snapshots == joined.snapshots && again.notes == joined.notes)
    let grading = try course.grading(again.snapshots, under: joined.conditions, in: course.results)
    #expect(grading.stored().jobs.isEmpty)
    #expect(try joined.notes == course.read().notes && joined.notes.count == 1)
  }

  @Test
  func `that do not fit together, are incomplete or have links are refused`() throws {
    let parts = try [part("1/2"), part("2/2"), part("2/2", seed: 8), part("1/1"), part("1/3")]
    let empty = ResultFolder(course.folder.file("empty"))
    try parts[0].write("learner,points\n", to: "adjustments.csv")
    try parts[2].write("learner,points\nann,1\n", to: "adjustments.csv")
    parts[3].remove(in: "data/learners") { $0 == "learner1.json" }
    // A run that ends while it reads.
    parts[4].remove(in: "data") { $0 == "texts" }
    try parts[4].write("", to: "data/texts")
    #expect(throws: FileError.self) { try part("1/3") }
    var problems = [
      [parts[0]], [parts[0], parts[2]], [parts[0], parts[0]], [empty], [parts[2]], [parts[3]],
      [parts[4]],
    ].map { problem($0) }
    problems.append(problem([parts[0]], of: [.relayHub]))
    let run = try #require(parts[1].file("data/run.json"))
    let checks = course.conditions().checks
    for (old, new) in [("6.3", "6.2"), ("namespaces", "process group"), (checks, "")] {
      try parts[1].write(run.replacing(old, with: new), to: "data/run.json")
      problems.append(problem([parts[0], parts[1]]))
    }
    try course.handIn("learner6/RelayHub.swift")
    problems.append(problem([try part("2/2"), parts[0]]))
    let whole = try part("1/1", seed: 9)
    whole.remove(in: "data/graded") { $0.hasPrefix("RelayHub") }
    problems.append(problem([whole]))
    let texts = whole.url.appending(path: "data/texts")
    try FileManager.default.moveItem(at: texts, to: empty.url)
    try FileManager.default.createSymbolicLink(at: texts, withDestinationURL: empty.url)
    problems.append(problem([whole]).replacing(/texts\/.*swift/, with: "texts/"))
    let isIncomplete =
      "has no complete record of its submissions (interrupted, still running, or of an older version): "
      + "run its command again"
    let settings = "grade and join all parts with the same settings"
    #expect(
      problems == [
        "--merge lacks part 2 of 2: pass the folders of all parts",
        "\"…/part-2-2-8\" was graded with seed 8 instead of 7: \(settings)",
        "\"…/part-1-2-7\" is part 1 of 2, and …/part-1-2-7 too: pass each once",
        "\"…/empty\" is not a result of `workbook class`: pass folders that it wrote",
        "\"…/part-2-2-8\" has adjustments.csv: move its rows into that of the --to folder",
        "\"…/part-1-1-7\" \(isIncomplete)", "\"…/part-1-3-7\" \(isIncomplete)",
        "\"…/part-1-2-7\" was graded with the exercises PublishSubject, RelayHub instead of RelayHub: "
          + settings,
        "\"…/part-2-2-7\" was graded with Swift version 6.2 instead of Swift version 6.3: \(settings)",
        "\"…/part-2-2-7\" was graded with isolation process group instead of namespaces: "
          + settings,
        "\"…/part-2-2-7\" was graded with other checks than those of this workbook: \(settings)",
        "\"…/part-2-2-7\" has other learners than …/part-1-2-7: grade all parts again from the same "
          + "submissions", "\"…/part-1-1-9\" is not graded completely: run its command again",
        "\"…/part-1-1-9/data/texts/\" is \(damaged)",
      ])
  }

  @Test
  func `are written as a number and a count`() {
    let texts = ["3/8", "0/8", "9/8", "1/0", "8", "a/b", "1/2/3", ""]
    #expect(texts.map { Shard($0)?.number } == [3, nil, nil, nil, nil, nil, nil, nil])
    #expect(Shard("2/3")?.part(of: [0, 1, 2, 3, 4]) == [1, 4])
  }
}
