package import Foundation
package import Grading
package import Subcommands

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

/// A teacher's additions to the submissions, stored so that commands without them change no points.
package struct CourseRecords: Sendable {
  /// The inputs of the last reports, except the roster. An option that was never given is nil.
  struct Kept: Codable, Equatable {
    var latePoints: Int?
    var graceMinutes: Int?
    var column: String?
    var points: Int?
    var exercises: [String] = []
    var adjustments = 0
    var learners: [String] = []
  }

  static let path = "data/course.json"
  static let rosterPath = "data/roster.csv"
  static let adjustmentsPath = "adjustments.csv"

  package let roster: Roster?
  package let adjustments: Adjustments
  private let rosterBytes: Data?
  private var noteOnRoster: String?
  private let kept: Kept
  private var noteOnExercises: String?

  package var rule: LateRule {
    LateRule(
      pointsPerDay: kept.latePoints ?? LateRule().pointsPerDay,
      graceMinutes: kept.graceMinutes ?? LateRule().graceMinutes)
  }
  package var column: GradeColumn {
    GradeColumn(title: kept.column ?? GradeColumn().title, points: kept.points)
  }

  /// Reads the adjustments in the folder of results. A nil option has the value that the last run
  /// stored there or in the parts. If the last run graded other exercises, its column and points
  /// are refused; so are adjustments without an exercise if it had any.
  ///
  /// - Throws: ``ClassInputError``, also if the adjustments were removed, or the parts and the last
  ///   run have different options; ``FileError``.
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
    let used = stored.compactMap { $0?.adjustments }.max() ?? 0
    kept = Kept(
      latePoints: try agreed("--late", latePoints, stored.map { $0?.latePoints }),
      graceMinutes: try agreed("--grace", graceMinutes, stored.map { $0?.graceMinutes }),
      column: try agreed("--column", column, stored.map { $0?.column }),
      points: try agreed("--points", points, stored.map { $0?.points }),
      exercises: exercises.map(\.name), adjustments: used, learners: stored[0]?.learners ?? [])
    var needsExercise = false
    if let last = stored[0], last.exercises != kept.exercises {
      let names = [last, kept].map { $0.exercises.joined(separator: ", ") }
      let note = "the last run here graded \(names[0]); this one grades \(names[1])"
      let reused = [
        column == nil && last.column != nil ? "--column" : nil,
        points == nil && last.points != nil ? "--points" : nil,
      ].compactMap(\.self).joined(separator: " and ")
      guard reused.isEmpty else {
        throw ClassInputError("\(note):", "pass \(reused) again, or choose another folder for --to")
      }
      noteOnExercises = note
      needsExercise = last.adjustments > 0
    }
    let rosters = try folders.map { try $0.storedBytes(at: Self.rosterPath) }
    rosterBytes = try agreed("--roster", roster?.bytes, rosters)
    do throws(ClassInputError) {
      self.roster = try rosterBytes.map { bytes throws(ClassInputError) in
        try Roster(bytes, file: roster?.file ?? Self.rosterPath)
      }
    } catch {
      guard roster == nil, let source = zip(folders, rosters).first(where: { $1 != nil })?.0
      else { throw error }
      throw ClassInputError(
        source.url.appending(path: Self.rosterPath).path.debugDescription,
        "is a damaged copy of the roster of an earlier run: pass --roster again")
    }
    let (source, places) = parts.isEmpty ? ("", "") : ("parts or ", " and from the parts")
    if rosterBytes != nil, roster == nil {
      noteOnRoster =
        "the roster is that of the \(source)last run: pass --roster for another one, or remove "
        + "\(Self.rosterPath) from the folder of the results\(places) to grade without one"
    }
    guard let bytes = try results.bytes(at: Self.adjustmentsPath) else {
      guard used == 0 else {
        throw ClassInputError(
          Self.adjustmentsPath,
          "is missing, but the \(source)last run used \(used) of its rows: restore it in "
            + "the results folder, or create it with only the line “learner,points,reason”")
      }
      adjustments = Adjustments()
      return
    }
    adjustments = try Adjustments(
      bytes, file: Self.adjustmentsPath, exercises: exercises, needsExercise: needsExercise)
  }

  /// Checks the adjustments before anything is kept.
  package func check(_ learners: [Learner]) throws(ClassInputError) {
    _ = try ClassRegister(
      learners.map { SubmissionSnapshot(learner: $0, files: [], unused: []) }, of: [],
      roster: roster, adjustments: adjustments, rule: rule, now: .distantPast)
  }

  /// Sentences on changed exercises and, for the whole class, a kept roster and missing learners.
  package func notes(on snapshots: [SubmissionSnapshot], isPart: Bool = false) -> [String] {
    guard !isPart else { return [noteOnExercises].compactMap(\.self) }
    let current = Set(snapshots.map(\.learner.entry))
    return [noteOnExercises, noteOnRoster].compactMap(\.self)
      + kept.learners.filter { !current.contains($0) }.map {
        "“\($0)” was graded in the last run but has no submission now: no table has these points"
      }
  }

  /// Stores what the teacher gave, for a run that continues after an interruption too.
  package func keep(in results: ResultFolder) throws(FileError) {
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
  fileprivate func inputs() throws -> CourseRecords.Kept? {
    let kept = try stored(CourseRecords.Kept.self, at: CourseRecords.path)
    // Reports without this file would lose the options.
    guard kept != nil || !exists("data/run.json"),
      kept?.latePoints.map(ClassOptions.late.contains) != false,
      kept?.graceMinutes.map(ClassOptions.grace.contains) != false,
      kept?.points.map(ClassOptions.points.contains) != false
    else { throw foreign(CourseRecords.path) }
    return kept
  }
}
