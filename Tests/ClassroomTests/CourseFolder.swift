import Concurrency
import Foundation
import TestSupport
import Testing

@testable import Classroom
@testable import Grading

/// A folder of submissions and one of results, and two exercises.
struct CourseFolder: ~Copyable {
  let folder: TemporaryFolder
  let exercises = Self.pair
  private static let pair = [Exercise.publishSubject, .relayHub]

  init() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.file("handed-in"), withIntermediateDirectories: true)
    self.folder = folder
  }

  var submissions: URL { folder.file("handed-in") }
  var results: ResultFolder { ResultFolder(folder.file("results")) }

  /// Writes a file and creates the folders in its path.
  func handIn(_ path: String, _ text: String = "// Handed in.") throws {
    try submissions.appending(path: path).write(text)
  }

  func read() throws(ClassInputError) -> ClassFolder {
    try ClassFolder(submissions, exercises: exercises)
  }

  /// Takes snapshots of all submissions and stores them in the results.
  func snapshots() throws -> [SubmissionSnapshot] {
    let course = try read()
    return try ClassGrading.read(course.learners, from: course, keepingIn: results)
  }

  /// The error message for these submissions, or nil if they can be read.
  func problem() -> String? {
    do {
      _ = try read()
      return nil
    } catch { return error.description.replacing(submissions.path, with: "…") }
  }

  /// A grading of all that the snapshots have, without roster and adjustments.
  func grading(
    _ snapshots: [SubmissionSnapshot], under conditions: GradingConditions,
    in results: ResultFolder, isMerged: Bool = false
  ) throws -> ClassGrading {
    let register = try ClassRegister(
      snapshots, of: exercises, roster: nil, adjustments: Adjustments(), rule: LateRule(),
      now: .distantFuture)
    return ClassGrading(register, under: conditions, in: results, isMerged: isMerged)
  }

  func conditions(seed: UInt64 = 7, shard: Shard? = nil) -> GradingConditions {
    var conditions = seed == 7 ? Self.ofSeven : Self.conditions(seed)
    conditions.shard = shard
    return conditions
  }

  /// Computed once, because it has the hash of all scripts.
  private static let ofSeven = conditions(7)

  private static func conditions(_ seed: UInt64) -> GradingConditions {
    GradingConditions(
      seed: seed, toolchain: "Swift version 6.3", isolation: .namespaces, exercises: pair)
  }

  /// Grades the class with the sample grader, and publishes its reports. `change` is called before
  /// the reports are complete.
  @discardableResult
  func report(
    roster: String, adjustments: String? = nil, latePoints: Int? = nil, graceMinutes: Int? = nil,
    column: String? = nil, points: Int? = nil, _ change: (NewReports) throws -> Void = { _ in }
  ) throws -> ClassResult {
    let results = results
    let date = Date(timeIntervalSince1970: 0)
    let snapshots = try snapshots()
    if let adjustments { try results.write(adjustments, to: "adjustments.csv") }
    let records = try CourseRecords(
      in: results, roster: (Data(roster.utf8), file: "roster.csv"), latePoints: latePoints,
      graceMinutes: graceMinutes, column: column, points: points)
    let register = try ClassRegister(
      snapshots, of: exercises, roster: records.roster, adjustments: records.adjustments,
      rule: records.rule, now: .distantFuture)
    let reports = try NewReports(in: results)
    defer { reports.discard() }
    let grading = ClassGrading(register, under: conditions(), in: results)
    let lines = try grading.run(workers: 1, grade: SampleGrader.grade)
    let result = grading.result(
      of: lines, column: records.column, notes: register.notes, date: date)
    try records.keep(in: results)
    try change(reports)
    try reports.publish(result, records, package: Independent.package, threads: 1)
    return result
  }
}

extension ClassResult {
  /// The result of two exercises, which `grade` grades for each learner.
  static func sample(
    _ learners: [Learner], roster: Roster? = nil, toolchain: String = "Swift", notes: [String] = [],
    grade: (Learner, Exercise) -> ExerciseResult
  ) throws -> ClassResult {
    let exercises = [Exercise.publishSubject, .relayHub]
    let conditions = GradingConditions(
      seed: 7, toolchain: toolchain, isolation: .namespaces, exercises: exercises)
    let register = try ClassRegister(
      learners.map { SubmissionSnapshot(learner: $0, files: [], unused: []) }, of: exercises,
      roster: roster, adjustments: Adjustments(), rule: LateRule(), now: .distantFuture)
    let lines = register.entries.map { entry in
      let results = entry.learner.map { learner in exercises.map { grade(learner, $0) } }
      return register.line(of: entry, results)
    }
    return ClassResult(
      lines: lines, register: register, conditions: conditions, notes: notes,
      date: Date(timeIntervalSince1970: 0))
  }
}

extension ResultFolder {
  /// The text of a file, or nil if the file does not exist.
  func file(_ path: String) -> String? {
    // `String(contentsOf:encoding:)` would drop a byte order mark.
    (try? Data(contentsOf: url.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A grader without programs. The first number of a text is its score: `// 3 of the first`.
enum SampleGrader {
  static func grade(_ attempt: Grader.Attempt) -> ExerciseResult {
    let read = attempt.text
    if case .failure(let refusal) = read, refusal.verdict == .graderError {
      return broken(attempt.exercise, refusal.sentence)
    }
    let text = try? read.get()
    var message: String?
    if case .failure(let refusal) = read { message = refusal.sentence }
    let points = text?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    let exercise = attempt.exercise
    let number = Catalog.number(of: exercise)
    let help = try? Independent.package.help(of: exercise)[exercise.misconceptions[0].name]
    let checks = exercise.checks.enumerated().map { index, check in
      let isPassed = index < points
      return CheckResult(
        number: "\(number).\(index + 1)", name: check.name,
        verdict: isPassed ? .pass : text == nil ? .build : .fail,
        score: isPassed ? check.points : 0, maximum: check.points,
        explanation: isPassed ? "" : "After “next 7”, expected nothing; actual: “ann 7”.",
        help: isPassed || text == nil ? nil : help)
    }
    var result = ExerciseResult(
      exercise: exercise.name, chapter: exercise.chapter,
      verdict: checks.first { $0.verdict != .pass }?.verdict ?? .pass, checks: checks,
      message: message, seconds: 0.5)
    result.isMissing = read == .failure(.missing)
    if let text { result.review = [ReviewLine(line: 1, word: "mmap", text: text)] }
    return result
  }

  static func broken(_ exercise: Exercise, _ sentence: String) -> ExerciseResult {
    ExerciseResult(
      exercise: exercise.name, chapter: exercise.chapter, verdict: .graderError,
      checks: exercise.checks.map { check in
        CheckResult(
          number: "1.1", name: check.name, verdict: .graderError, score: 0, maximum: check.points,
          explanation: sentence)
      }, message: sentence, seconds: 0)
  }
}
