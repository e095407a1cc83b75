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
  /// The inputs of the last reports, except the roster.
  struct Kept: Codable, Equatable {
    let latePoints: Int
    let graceMinutes: Int?
    let column: String?
    let points: Int?
    /// The number of rows of the adjustments.
    let adjustments: Int
    /// The unique names of the learners who had handed in something.
    let learners: [String]
  }

  static let path = "data/course.json"
  static let rosterPath = "data/roster.csv"
  private static let adjustmentsPath = "adjustments.csv"

  package let roster: Roster?
  package let adjustments: Adjustments
  package let rule: LateRule
  package let column: GradeColumn
  let rosterBytes: Data?
  private let usesKeptRoster: Bool
  private let kept: Kept?
  /// A sentence, if this run grades different exercises than the last.
  private let noteOnExercises: String?

  /// Reads the adjustments in the folder of results. Nil takes what the last run stored there. A
  /// stored column serves only the same exercises.
  ///
  /// - Throws: ``ClassInputError``, also if the adjustments were removed; ``ResultFolder/Failure``.
  package init(
    in results: ResultFolder, roster: (bytes: Data, file: String)? = nil, latePoints: Int? = nil,
    graceMinutes: Int? = nil, column: String? = nil, points: Int? = nil,
    exercises: [Exercise] = Catalog.exercises
  ) throws {
    kept = try results.value(Kept.self, at: Self.path)
    let usual = LateRule()
    rule = LateRule(
      pointsPerDay: latePoints ?? kept?.latePoints ?? usual.pointsPerDay,
      graceMinutes: graceMinutes ?? kept?.graceMinutes ?? usual.graceMinutes)
    let last = GradeColumn(title: kept?.column ?? GradeColumn().title, points: kept?.points)
    self.column = GradeColumn(title: column ?? last.title, points: points ?? last.points)
    let names = exercises.map(\.name).joined(separator: ", ")
    // The results of another version have no exercises to compare.
    let former = (try? results.conditions())?.exercises.joined(separator: ", ") ?? names
    noteOnExercises =
      former == names ? nil : "the last run here graded \(former); this one grades \(names)"
    let reused = [
      column == nil && last.title != GradeColumn().title ? "--column" : nil,
      points == nil && last.points != nil ? "--points" : nil,
    ].compactMap(\.self).joined(separator: " and ")
    if let noteOnExercises, !reused.isEmpty {
      throw ClassInputError(
        "\(noteOnExercises):", "pass \(reused) again, or choose another folder for --to")
    }
    usesKeptRoster = roster == nil
    rosterBytes = try roster?.bytes ?? results.bytes(at: Self.rosterPath)
    self.roster = try rosterBytes.map { try Roster($0, file: roster?.file ?? Self.rosterPath) }
    let bytes = try results.bytes(at: Self.adjustmentsPath)
    if bytes == nil, let kept, kept.adjustments > 0 {
      throw ClassInputError(
        Self.adjustmentsPath,
        "is missing, but the last run used \(kept.adjustments) of its rows: put it back into the "
          + "results folder, or a file with only the line “learner,points,reason”")
    }
    adjustments =
      try bytes.map {
        try Adjustments($0, file: Self.adjustmentsPath, exercises: exercises)
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

  /// Sentences about changed exercises, a roster kept from the last run, and learners who are
  /// missing now.
  package func notes(on snapshots: [SubmissionSnapshot]) -> [String] {
    let current = Set(snapshots.map { Array($0.learner.entry.utf8) })
    let gone = (kept?.learners ?? []).filter { !current.contains(Array($0.utf8)) }
    let roster =
      usesKeptRoster && roster != nil
      ? [
        "the roster is that of the last run: pass --roster for another one, or remove "
          + "\(Self.rosterPath) from the folder of the results to grade without one"
      ] : []
    return [noteOnExercises].compactMap(\.self) + roster
      + gone.map {
        "“\($0)” was graded in the last run but has no submission now: no table has these points"
      }
  }

  /// Stores what the teacher gave, before anything is graded: a run that continues after an
  /// interruption needs it too.
  package func keep(in results: ResultFolder) throws(ResultFolder.Failure) {
    if let rosterBytes { try results.write(rosterBytes, to: Self.rosterPath) }
    try results.write(kept(kept?.adjustments ?? 0, kept?.learners ?? []), to: Self.path)
  }

  func kept(of result: ClassResult) -> Kept {
    kept(adjustments.count, result.present.map(\.learner))
  }

  private func kept(_ adjustments: Int, _ learners: [String]) -> Kept {
    Kept(
      latePoints: rule.pointsPerDay, graceMinutes: rule.graceMinutes, column: column.title,
      points: column.points, adjustments: adjustments, learners: learners)
  }
}
