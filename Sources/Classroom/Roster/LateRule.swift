internal import Foundation

/// How lateness costs points: each day that has begun after the due date and the extension.
package struct LateRule: Sendable, Equatable {
  package let pointsPerDay: Int

  package init(pointsPerDay: Int = 10) { self.pointsPerDay = pointsPerDay }

  /// The rule for people.
  var words: String {
    "Each day begun after the due date and the learner's extension costs \(pointsPerDay) points. The "
      + "penalty is never larger than the points earned. A submission counts from its last change, "
      + "unless the roster gives the time at which it was handed in."
  }

  /// The days that have begun after the due date and the extension.
  func lateDays(_ row: Roster.Row?, lastChange: Date?) -> Int {
    guard let row, let due = row.due, let submitted = row.submitted ?? lastChange else { return 0 }
    let late = submitted.timeIntervalSince(due) - Double(row.extensionDays) * 86_400
    return late <= 0 ? 0 : Int((late / 86_400).rounded(.up))
  }

  func penalty(lateDays: Int, raw: Int) -> Int { min(raw, lateDays * pointsPerDay) }
}
