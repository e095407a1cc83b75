package import Foundation
package import Grading

/// Points that a teacher adds or takes away, each with a reason.
package struct Adjustments: Sendable {
  struct Entry: Sendable, Equatable, Codable {
    /// Whole or half points.
    let points: Double
    let reason: String
    /// The exercise that it applies to. Nil for all.
    var exercise: String?

    /// `-0.5` or `+1`
    var signedPoints: String { (points < 0 ? "" : "+") + points.asPoints }

    /// `-0.5 (Chain: no names)`
    var words: String {
      let why = [exercise, reason.isEmpty ? nil : reason].compactMap(\.self)
      return signedPoints + (why.isEmpty ? "" : " (\(why.joined(separator: ": ")))")
    }
  }

  private var rows: [(line: Int, learner: String, entry: Entry)] = []
  /// The mistakes of the other rows.
  private var errors: [ClassInputError] = []
  private var file = ""
  var count: Int { rows.count }

  package init() {}

  /// - Throws: ``ClassInputError`` for the table. Those of its rows are thrown later, all together.
  package init(
    _ bytes: Data, file: String, exercises: [Exercise] = Catalog.exercises,
    needsExercise: Bool = false
  ) throws(ClassInputError) {
    let table = try CSVTable(bytes, file: file)
    guard let learner = table.column(["learner"]), let points = table.column(["points"]) else {
      throw table.error("needs the columns learner and points; reason and exercise are optional")
    }
    for title in table.header {
      try table.refuse(title, resembling: ["learner", "points", "reason", "comment", "exercise"])
    }
    let reason = table.column(["reason", "comment"])
    let exercise = table.column(["exercise"])
    for row in table.rows {
      do throws(ClassInputError) {
        guard row[points].wholeMatch(of: /[+-]?\d{1,3}([.,][05])?/) != nil,
          let number = Double(row[points].replacing(",", with: "."))
        else {
          throw table.error(
            "has the points “\(row[points])”: write whole or half points, such as -3 or 1.5",
            in: row)
        }
        let name = row[exercise]
        guard !needsExercise || !name.isEmpty else {
          throw table.error(
            "names no exercise, and the last run here graded others: name one of this run, or choose "
              + "another folder for --to", in: row)
        }
        let isNamed = { (exercise: Exercise) in exercise.name.lowercased() == name.lowercased() }
        let graded = exercises.first(where: isNamed)
        guard name.isEmpty || graded != nil else {
          let remedy =
            switch Catalog.all.first(where: isNamed)?.isRung {
            case nil: "the workbook does not have: `swift run workbook list` has the names"
            case true?: "has no points: remove the row"
            case false?: "is not in --exercises (of this or the last run): add it or remove the row"
            }
          throw table.error("names the exercise “\(name)”, which \(remedy)", in: row)
        }
        let entry = Entry(points: number, reason: row[reason], exercise: graded?.name)
        rows.append((row.line, row[learner], entry))
      } catch { errors.append(error) }
    }
    self.file = file
  }

  /// The entries of each learner, given the names of each, of which the first takes precedence.
  ///
  /// - Throws: ``ClassInputError`` for rows that have a mistake, or fit no learner or several.
  func entries(for learners: [[String]]) throws(ClassInputError) -> [[Entry]] {
    var found = learners.map { _ in [Entry]() }
    var errors = errors
    let exact = Dictionary(grouping: learners.indices) { learners[$0].first }
    let others = learners.indices.reduce(into: [String: [Int]]()) { places, learner in
      for name in Set(learners[learner]) { places[name, default: []].append(learner) }
    }
    for (line, learner, entry) in rows {
      let places = exact[learner] ?? others[learner] ?? []
      if places.count == 1 {
        found[places[0]].append(entry)
        continue
      }
      let problem = places.isEmpty ? "which fits no learner" : "which fits \(places.count) learners"
      errors.append(
        ClassInputError(
          file, line: line,
          "names “\(learner)”, \(problem): write the name of the learner's folder, the first part "
            + "of the names of the learner's files, or the value of the column `learner` of the "
            + "roster or gradebook.csv"))
    }
    try ClassInputError.throwAll(errors)
    return found
  }
}
