package import Foundation
package import Grading

extension NewReports {
  /// Writes the feedback for a learner.
  package func writeFeedback(
    _ line: ClassResult.Line, _ snapshot: SubmissionSnapshot, _ result: GradingResult,
    rule: LateRule,
    date: Date
  ) throws(ResultFolder.Failure) {
    let feedback = Feedback(
      line: line, snapshot: snapshot, result: result, rule: rule, date: date)
    try write(feedback.markdown(), to: "feedback/\(line.slug).md")
    try write(feedback.html(), to: "feedback/\(line.slug).html")
  }

  /// Compares the texts of a class, writes its tables and pages, and publishes all reports. Removes
  /// the feedback of learners who are not in the class. Anonymous pages have numbers instead of
  /// names; tables and feedback keep the names.
  package func publish(
    _ result: ClassResult, _ snapshots: [SubmissionSnapshot], _ records: CourseRecords,
    package: PackageFolder, threads: Int, isAnonymous: Bool = false
  ) throws(ResultFolder.Failure) {
    let similarity = ClassSimilarity(
      snapshots, exercises: result.exercises, package: package, threads: threads,
      text: { hash in (try? results.text(hash)).flatMap(\.self) })
    let shown = isAnonymous ? result.anonymous : result
    let names = Dictionary(shown.lines.map { ($0.learner, $0.name) }) { first, _ in first }
    let statistics = ClassStatistics(result)
    try write(result.gradebook(), to: "gradebook.csv")
    try write(result.canvas(), to: "canvas.csv")
    try write(result.moodle(records.roster), to: "moodle.csv")
    try write(statistics.checksTable(), to: "checks.csv")
    try write(statistics.misconceptionsTable(), to: "misconceptions.csv")
    try write(similarity.table(), to: "similarity.csv")
    try write(PairsPage(similarity: similarity, names: names).html(), to: "pairs.html")
    try write(
      ClassPage(result: shown, statistics: statistics, similarity: similarity).html(),
      to: "index.html")
    try write(result.json(statistics), to: "class.json")
    try keep(records, of: result)
    try publish()
    let current = Set(result.lines.flatMap { ["\($0.slug).md", "\($0.slug).html"] })
    results.remove(in: "feedback") { !current.contains($0) }
  }

  /// Stores what the next run needs from this one.
  private func keep(
    _ records: CourseRecords, of result: ClassResult
  ) throws(ResultFolder.Failure) {
    if let bytes = records.rosterBytes { try write(bytes, to: CourseRecords.rosterPath) }
    try write(JSONText.encode(records.kept(of: result)), to: CourseRecords.path)
  }
}
