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

    /// `-0.5 (Chain: no names)`
    var words: String {
      let why = [exercise, reason.isEmpty ? nil : reason].compactMap(\.self)
      return (points < 0 ? "" : "+") + points.asPoints
        + (why.isEmpty ? "" : " (\(why.joined(separator: ": ")))")
    }
  }

  private let entries: [(line: Int, learner: String, entry: Entry)]
  private let file: String
  /// The number of rows.
  var count: Int { entries.count }

  /// No adjustments.
  package init() {
    entries = []
    file = ""
  }

  /// - Throws: ``ClassInputError``, also for an exercise that is not among those that are graded.
  package init(
    _ bytes: Data, file: String, exercises: [Exercise] = Catalog.exercises
  ) throws(ClassInputError) {
    let table = try CSVTable(bytes, file: file)
    guard let learner = table.column(["learner"]), let points = table.column(["points"]) else {
      throw table.error("needs the columns learner, points and reason")
    }
    let reason = table.column(["reason", "comment"])
    let exercise = table.column(["exercise"])
    var entries: [(line: Int, learner: String, entry: Entry)] = []
    for row in table.rows {
      guard row[points].wholeMatch(of: /[+-]?\d{1,3}([.,][05])?/) != nil,
        let number = Double(row[points].replacing(",", with: "."))
      else {
        throw table.error(
          "has the points “\(row[points])”: write whole or half points, such as -3 or 1.5", in: row)
      }
      let name = row[exercise]
      let isNamed = { (exercise: Exercise) in exercise.name.lowercased() == name.lowercased() }
      let graded = exercises.first(where: isNamed)
      guard name.isEmpty || graded != nil else {
        let remedy =
          Catalog.all.contains(where: isNamed)
          ? "is not graded here: remove the row"
          : "the workbook does not have: `workbook list` has the names"
        throw table.error("names the exercise “\(name)”, which \(remedy)", in: row)
      }
      let entry = Entry(points: number, reason: row[reason], exercise: graded?.name)
      entries.append((row.line, row[learner], entry))
    }
    self.entries = entries
    self.file = file
  }

  /// The entries of each learner, given all names of each learner, most reliable first. An entry is
  /// matched with the most reliable names; if none of them fits, with the others too.
  ///
  /// - Throws: ``ClassInputError`` for an entry that fits no learner or several.
  func entries(for learners: [[String]]) throws(ClassInputError) -> [[Entry]] {
    var found = learners.map { _ in [Entry]() }
    for (line, learner, entry) in entries {
      // Compared byte for byte first, because `==` ignores how a character is composed.
      let exact = learners.indices.filter {
        learners[$0].first?.utf8.elementsEqual(learner.utf8) == true
      }
      let places =
        exact.isEmpty ? learners.indices.filter { learners[$0].contains(learner) } : exact
      guard let place = places.first, places.count == 1 else {
        throw ClassInputError(
          file, line: line,
          places.isEmpty
            ? "names “\(learner)”, who is not in the class: write a name of the column `learner` of "
              + "gradebook.csv"
            : "names “\(learner)”, and \(places.count) learners have that name: write one of the "
              + "column `learner` of gradebook.csv")
      }
      found[place].append(entry)
    }
    return found
  }
}
