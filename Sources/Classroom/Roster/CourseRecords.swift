package import Foundation
package import Grading

/// The column of a course's gradebook that another system imports.
package struct GradeColumn: Sendable, Equatable {
  var title = "Data layer workbook"
  /// The points for full marks in this column. Nil for the sum of the exercises' points.
  var points: Int?

  /// The points in this column, rounded to tenths.
  func points(_ final: Double, of maximum: Int) -> Double {
    guard let points, maximum > 0 else { return final }
    return (final * Double(points) * 10 / Double(maximum)).rounded() / 10
  }
}

/// A teacher's additions to the submissions: the roster, the adjustments, the late rule and the
/// column.
///
/// The folder of results stores them, so that a later command without them does not change points.
package struct CourseRecords: Sendable {
  /// The inputs of the last reports, except the roster. An option that was never given is nil.
  struct Kept: Codable, Equatable {
    var latePoints: Int?
    var graceMinutes: Int?
    var column: String?
    var points: Int?
    /// The names of the exercises of the last run.
    var exercises: [String]?
    /// The number of rows of the adjustments.
    var adjustments = 0
    /// The unique names of the learners who had handed in something.
    var learners: [String] = []
  }

  static let path = "data/course.json"
  static let rosterPath = "data/roster.csv"
  static let adjustmentsPath = "adjustments.csv"

  package let roster: Roster?
  package let adjustments: Adjustments
  let rosterBytes: Data?
  /// A sentence, if the roster was not given.
  private let noteOnRoster: String?
  /// The inputs that the next run finds.
  private let kept: Kept
  /// A sentence, if this run grades different exercises than the last.
  private let noteOnExercises: String?

  package var rule: LateRule {
    LateRule(
      pointsPerDay: kept.latePoints ?? LateRule().pointsPerDay,
      graceMinutes: kept.graceMinutes ?? LateRule().graceMinutes)
  }
  package var column: GradeColumn {
    GradeColumn(title: kept.column ?? GradeColumn().title, points: kept.points)
  }

  /// Reads the adjustments in the folder of results. Nil takes what the last run stored there or
  /// in the parts. A stored column serves only the same exercises, and so do adjustments of none.
  ///
  /// - Throws: ``ClassInputError``, also if the adjustments were removed, or the parts and the last
  ///   run have different options; ``ResultFolder/Failure``.
  package init(
    in results: ResultFolder, parts: [ResultFolder] = [],
    roster: (bytes: Data, file: String)? = nil, latePoints: Int? = nil, graceMinutes: Int? = nil,
    column: String? = nil, points: Int? = nil, exercises: [Exercise] = Catalog.exercises
  ) throws {
    let folders = [results] + parts
    let stored = try folders.map { try $0.inputs() }
    func agreed<Value: Equatable>(
      _ option: String, _ given: Value?, _ values: [Value?]
    ) throws(ClassInputError) -> Value? {
      let known = zip(folders, values).filter { $1 != nil }
      if given == nil, let first = known.first, let other = known.first(where: { $1 != first.1 }) {
        let paths = [first, other].map(\.0.url.path.debugDescription)
        throw ClassInputError(option, "differs in \(paths[0]) and \(paths[1]): pass it again")
      }
      return given ?? known.first?.1
    }
    let last = stored[0] ?? Kept()
    let used = stored.compactMap { $0?.adjustments }.max() ?? 0
    kept = Kept(
      latePoints: try agreed("--late", latePoints, stored.map { $0?.latePoints }),
      graceMinutes: try agreed("--grace", graceMinutes, stored.map { $0?.graceMinutes }),
      column: try agreed("--column", column, stored.map { $0?.column }),
      points: try agreed("--points", points, stored.map { $0?.points }),
      exercises: exercises.map(\.name), adjustments: used, learners: last.learners)
    let names = [last.exercises, kept.exercises].compactMap { $0?.joined(separator: ", ") }
    noteOnExercises =
      Set(names).count < 2
      ? nil : "the last run here graded \(names[0]); this one grades \(names[1])"
    var reused = column == nil && last.column != nil ? ["--column"] : []
    if points == nil, last.points != nil { reused.append("--points") }
    if let noteOnExercises, !reused.isEmpty {
      let options = reused.joined(separator: " and ")
      throw ClassInputError(
        "\(noteOnExercises):", "pass \(options) again, or choose another folder for --to")
    }
    let rosters = try folders.map { try $0.storedBytes(at: Self.rosterPath) }
    rosterBytes = try agreed("--roster", roster?.bytes, rosters)
    self.roster = try rosterBytes.map { try Roster($0, file: roster?.file ?? Self.rosterPath) }
    let (source, places) = parts.isEmpty ? ("", "") : ("parts or ", " and from the parts")
    noteOnRoster =
      rosterBytes == nil || roster != nil
      ? nil
      : "the roster is that of the \(source)last run: pass --roster for another one, or remove "
        + "\(Self.rosterPath) from the folder of the results\(places) to grade without one"
    let bytes = try results.bytes(at: Self.adjustmentsPath)
    if bytes == nil, used > 0 {
      throw ClassInputError(
        Self.adjustmentsPath,
        "is missing, but the \(source)last run used \(used) of its rows: put it back into "
          + "the results folder, or a file with only the line “learner,points,reason”")
    }
    let needsExercise = noteOnExercises != nil && last.adjustments > 0
    adjustments =
      try bytes.map {
        try Adjustments(
          $0, file: Self.adjustmentsPath, exercises: exercises, needsExercise: needsExercise)
      } ?? Adjustments()
  }

  /// Checks the adjustments before anything is kept.
  ///
  /// - Throws: ``ClassInputError``.
  package func check(_ learners: [Learner]) throws(ClassInputError) {
    _ = try ClassRegister(
      learners.map { SubmissionSnapshot(learner: $0, files: [], unused: []) }, roster: roster,
      adjustments: adjustments, rule: rule, now: .distantPast)
  }

  /// Sentences about changed exercises and, if the whole class is graded, a roster kept from the
  /// last run or the parts, and learners who are missing now.
  package func notes(on snapshots: [SubmissionSnapshot], isPart: Bool = false) -> [String] {
    guard !isPart else { return [noteOnExercises].compactMap(\.self) }
    let current = Set(snapshots.map { Array($0.learner.entry.utf8) })
    return [noteOnExercises, noteOnRoster].compactMap(\.self)
      + kept.learners.filter { !current.contains(Array($0.utf8)) }.map {
        "“\($0)” was graded in the last run but has no submission now: no table has these points"
      }
  }

  /// Stores what the teacher gave, before anything is graded: a run that continues after an
  /// interruption needs it too.
  package func keep(in results: ResultFolder) throws(ResultFolder.Failure) {
    if let rosterBytes { try results.write(rosterBytes, to: Self.rosterPath) }
    try results.write(kept, to: Self.path)
  }

  func kept(of result: ClassResult) -> Kept {
    var kept = kept
    kept.adjustments = adjustments.count
    kept.learners = result.present.map(\.learner)
    return kept
  }
}

extension ResultFolder {
  /// The inputs of the last run. Nil if there was none.
  fileprivate func inputs() throws -> CourseRecords.Kept? {
    var kept = try stored(CourseRecords.Kept.self, at: CourseRecords.path)
    // Reports without this file would lose the options, whose ranges are those of the command.
    guard kept != nil || !exists("data/run.json"), (0...100).contains(kept?.latePoints ?? 0),
      (0...1440).contains(kept?.graceMinutes ?? 0), (1...1000).contains(kept?.points ?? 1)
    else { throw foreign(CourseRecords.path) }
    guard kept?.exercises == nil else { return kept }
    // An older version stored the defaults too.
    kept?.exercises = try conditions()?.exercises
    if kept?.latePoints == LateRule().pointsPerDay { kept?.latePoints = nil }
    if kept?.graceMinutes == LateRule().graceMinutes { kept?.graceMinutes = nil }
    if kept?.column == GradeColumn().title { kept?.column = nil }
    return kept
  }
}
