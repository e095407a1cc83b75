package import Grading
package import Terminal

package struct ClassCommand: Subcommand {
  package static let summary = "grade the submissions of a whole class"
  package static let explanation =
    "Grades a folder that has a folder or files for each learner, all with one seed, and writes "
    + "index.html, gradebook.csv, canvas.csv, moodle.csv, feedback for each learner and a "
    + "comparison of the submissions. A result is saved as soon as it is ready: after Ctrl-C "
    + "the same command continues, and later it grades only what has changed. The roster's columns "
    + "are learner, name, id, email, due, due EXERCISE, extension and submitted. Whole or half "
    + "points from adjustments.csv in the results folder are added in all reports. Ends with "
    + "status 0 if grading ran, and 70 if the grader failed for a learner."

  package let words = Words(folders: 1...Int.max, usage: "FOLDER --to FOLDER")
  package let to = Option.to
  package let roster = Option(
    "--roster", "FILE", help: "the learners of the course, with due dates and extensions, as CSV")
  package let seed = Option.seed
  package let isolation = Option.isolation(of: Self.name)
  package let late = Option.number(
    "--late", in: ClassOptions.late, help: "points per late day; default: the last run's, else 10")
  package let grace = Option.number(
    "--grace", unit: " of minutes", in: ClassOptions.grace,
    help: "minutes of grace after the due date; default: the last run's, else 15")
  package let exercises = Option(
    "--exercises", "NAME,...", help: "grade only these; default: the last run's, else all")
  package let points = Option.number(
    "--points", in: ClassOptions.points,
    help: "points for full marks in canvas.csv and moodle.csv; default: the last run's, else the "
      + "exercises' sum")
  package let column = Option(
    "--column", "TITLE",
    help: "column title in canvas.csv; default: the last run's, else the workbook's")
  package let anonymous = Flag(
    "--anonymous", help: "replace names by numbers in index.html and pairs.html")
  package let shard = Option(
    "--shard", "K/N", takes: "a part such as 3/8",
    help: "grade only every Nth learner, beginning with the Kth", read: Shard.init)
  package let merge = Flag(
    "--merge", help: "join the results in the named folders, one per part, instead of grading")

  package init() {}

  package func validate() throws(UsageError) {
    guard to.value != nil else { throw UsageError("class needs --to FOLDER for the results") }
    if merge.isGiven, shard.value != nil || seed.value != nil {
      throw UsageError("--merge joins what was graded; leave out --shard and --seed")
    }
    guard merge.isGiven || words.folders.count == 1 else { throw wrongCount(words.folders.count) }
  }

  package func run(in context: CommandContext) throws -> ExitStatus {
    try context.environment.teach(self, context)
  }
}

extension Option<String> {
  static var to: Option {
    Option("--to", "FOLDER", help: "the folder to write to, which is created if it is missing")
  }
}

extension Option<Int> {
  fileprivate static func number(
    _ name: String, unit: String = "", in range: ClosedRange<Int>, help: String
  ) -> Option {
    Option(
      name, "N", takes: "a whole number\(unit) from \(range.lowerBound) to \(range.upperBound)",
      help: help
    ) { Int($0).flatMap { range.contains($0) ? $0 : nil } }
  }
}
