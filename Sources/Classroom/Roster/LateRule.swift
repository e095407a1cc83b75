internal import Foundation

/// When work was handed in, and where that is recorded.
enum HandedIn: Sendable, Equatable {
  /// The roster has the time.
  case at(Date)
  /// Canvas has marked in the files' names whether they were late, but not by how much.
  case canvas(isLate: Bool)
  /// The last change of a file, which may be the date of a copy.
  case changed(Date)

  var date: Date? {
    switch self {
    case .at(let date), .changed(let date): date
    case .canvas: nil
    }
  }
}

/// The penalty for late work: points for each day begun after the due date, the extension and the
/// grace.
package struct LateRule: Sendable, Equatable {
  package let pointsPerDay: Int
  package let graceMinutes: Int

  package init(pointsPerDay: Int = 10, graceMinutes: Int = 15) {
    self.pointsPerDay = pointsPerDay
    self.graceMinutes = graceMinutes
  }

  var words: String {
    "Each day begun after the due date, the learner's extension and \(graceMinutes) minutes of grace "
      + "costs \(pointsPerDay) points. The penalty is never larger than the points earned. A submission "
      + "counts from the time that the roster gives, or else from Canvas's mark of late work, which is "
      + "one day, or else from its last change."
  }

  /// The days that have begun after the due date, the extension and the grace.
  /// If `due` is nil, the due date of the row counts.
  func lateDays(_ row: Roster.Row?, _ handedIn: HandedIn?, due: Date? = nil) -> Int {
    guard let row, let due = due ?? row.due, let handedIn else { return 0 }
    guard let date = handedIn.date else {
      return handedIn == .canvas(isLate: true) ? max(0, 1 - row.extensionDays) : 0
    }
    let end = due.addingTimeInterval(Double(row.extensionDays) * 86_400 + Double(graceMinutes) * 60)
    return max(0, Int((date.timeIntervalSince(end) / 86_400).rounded(.up)))
  }

  /// The late days of the latest part of the work, the sum of the penalties of all parts, and for
  /// each late part why it is late.
  func lateness(
    of entry: ClassRegister.Entry, scores: [(exercise: String, score: Int)]
  ) -> (days: Int, penalty: Int, causes: [String]) {
    entry.parts.reduce(into: (days: 0, penalty: 0, causes: [])) { lateness, part in
      let days = lateDays(entry.row, part.handedIn, due: part.due)
      let raw = scores.reduce(0) { $0 + (part.exercises.contains($1.exercise) ? $1.score : 0) }
      lateness.days = max(lateness.days, days)
      lateness.penalty += penalty(lateDays: days, raw: raw)
      if days > 0 { lateness.causes += [cause(of: part, entry.row)].compactMap(\.self) }
    }
  }

  /// `due 2026-06-03T00:00:00Z, handed in 2026-06-03T12:00:00Z`
  private func cause(of part: ClassRegister.Entry.Part, _ row: Roster.Row?) -> String? {
    guard let row, let due = part.due ?? row.due else { return nil }
    let end = due.addingTimeInterval(Double(row.extensionDays) * 86_400).ISO8601Format()
    let handedIn = part.handedIn?.date.map { "handed in \($0.ISO8601Format())" }
    return "due \(end), \(handedIn ?? "marked as late by Canvas")"
  }

  func penalty(lateDays: Int, raw: Int) -> Int { min(raw, lateDays * pointsPerDay) }
}
