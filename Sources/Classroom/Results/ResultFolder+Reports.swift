package import Foundation
package import Grading

extension ResultFolder {
  /// Writes the feedback for a learner.
  package func writeFeedback(
    _ line: ClassResult.Line, _ snapshot: Snapshot, _ result: GradingResult, rule: LateRule,
    date: Date
  ) throws(Failure) {
    let feedback = Feedback(
      line: line, snapshot: snapshot, result: result, rule: rule, date: date)
    try write(feedback.markdown(), to: "feedback/\(line.slug).md")
    try write(feedback.html(), to: "feedback/\(line.slug).html")
  }

  /// Writes the tables and pages of a class, each whole, and removes the feedback of learners who are not in it.
  package func writeReports(_ result: ClassResult) throws(Failure) {
    let statistics = ClassStatistics(result)
    try write(result.gradebook(), to: "gradebook.csv")
    try write(result.canvas(), to: "canvas.csv")
    try write(result.moodle(), to: "moodle.csv")
    try write(statistics.checksTable(), to: "checks.csv")
    try write(statistics.misconceptionsTable(), to: "misconceptions.csv")
    try write(result.json(statistics), to: "class.json")
    let current = Set(result.lines.flatMap { ["\($0.slug).md", "\($0.slug).html"] })
    remove(in: "feedback") { !current.contains($0) }
  }
}
