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

struct Lateness: Sendable, Equatable {
  /// The late days of the latest part of the work.
  var days = 0
  /// The sum of the penalties of all parts.
  var penalty = 0
  var causes: [String] = []

  /// `2 late days`
  var words: String { "\(days) late \(days == 1 ? "day" : "days")" }
}

/// The penalty per day begun after the due date, the extension and the grace.
package struct LateRule: Sendable, Equatable {
  var pointsPerDay = 10
  var graceMinutes = 15

  var words: String {
    "Each day begun after the due date, the learner's extension and \(graceMinutes) minutes of grace "
      + "costs \(pointsPerDay) points. The penalty is never larger than the points earned. The roster's "
      + "time of handing in counts; without one, LATE in a Canvas file name means one day, and other "
      + "files are dated by their last change."
  }

  /// The days begun after the due date, by default the row's, the extension and the grace.
  func lateDays(_ row: Roster.Row?, _ handedIn: HandedIn?, due: Date? = nil) -> Int {
    guard let row, let due = due ?? row.due, let handedIn else { return 0 }
    guard let date = handedIn.date else {
      return handedIn == .canvas(isLate: true) ? max(0, 1 - row.extensionDays) : 0
    }
    let end = due.addingTimeInterval(Double(row.extensionDays) * 86_400 + Double(graceMinutes) * 60)
    return max(0, Int((date.timeIntervalSince(end) / 86_400).rounded(.up)))
  }

  func lateness(
    of entry: ClassRegister.Entry, scores: [(exercise: String, score: Int)]
  ) -> Lateness {
    var lateness = Lateness()
    for part in entry.parts {
      let days = lateDays(entry.row, part.handedIn, due: part.due)
      guard days > 0, let row = entry.row, let due = part.due ?? row.due else { continue }
      let raw = scores.reduce(0) { $0 + (part.exercises.contains($1.exercise) ? $1.score : 0) }
      lateness.days = max(lateness.days, days)
      lateness.penalty += min(raw, days * pointsPerDay)
      let end = due.addingTimeInterval(Double(row.extensionDays) * 86_400).ISO8601Format()
      let handedIn = part.handedIn?.date.map { "handed in \($0.ISO8601Format())" }
      lateness.causes.append("due \(end), \(handedIn ?? "marked as late by Canvas")")
    }
    lateness.causes.sort()
    return lateness
  }
}

extension ClassRegister {
  /// Sentences about dates that a person should check before they cost points.
  static func notesOnDates(
    _ entries: [Entry], roster: String, rule: LateRule, now: Date
  ) -> [String] {
    let late = entries.filter { rule.lateness(of: $0, scores: []).days > 0 }
    let hasRows = entries.contains { $0.row != nil }
    let undated = entries.filter { entry in
      (entry.row != nil || !hasRows)
        && entry.parts.contains { part in
          (part.handedIn == .canvas(isLate: true) || entry.row?.submitted != nil)
            && (part.due ?? entry.row?.due) == nil
        }
    }
    let remedy = "write the time of handing in into the column `submitted` of your roster"
    let groups = [
      (
        late.filter { if case .changed = $0.handedIn { true } else { false } },
        "late by file dates: if the work has other dates, \(remedy)"
      ),
      (
        late.filter { $0.handedIn == .canvas(isLate: true) },
        "late by the names that Canvas gave, which counts as one day: if it was more, \(remedy)"
      ),
      (
        undated,
        "marked as late by Canvas, or dated by the roster, without a due date: late days count once "
          + "\(roster) has the column `due`"
      ),
    ]
    var notes = groups.filter { !$0.0.isEmpty }.map { "\(names($0)) \($1)" }
    for entry in entries {
      guard let date = entry.handedIn?.date,
        let due = entry.dueDates.min(by: { abs($0.distance(to: date)) < abs($1.distance(to: date)) }
        ),
        date > now || abs(due.distance(to: date)) > 366 * 86_400
      else { continue }
      let far = "more than a year from the due date, \(due.ISO8601Format())"
      notes.append(
        "the work of “\(entry.key)” has the date \(date.ISO8601Format()), which is "
          + "\(date > now ? "in the future" : far): correct your roster, or \(remedy)")
    }
    return notes
  }

  /// `“ann” is`, or `“ann”, “bob” and 3 more are`.
  private static func names(_ entries: [Entry]) -> String {
    let names = entries.prefix(2).map { "“\($0.key)”" }
    switch entries.count {
    case 1: return "\(names[0]) is"
    case 2: return "\(names[0]) and \(names[1]) are"
    default: return "\(names[0]), \(names[1]) and \(entries.count - 2) more are"
    }
  }
}

extension ClassRegister.Entry {
  /// The due date of all exercises, and those of single ones that are graded.
  fileprivate var dueDates: [Date] {
    [row?.due].compactMap(\.self) + files.compactMap { row?.dues[$0.exercise] }
  }

  /// The time in the roster, otherwise Canvas's mark, otherwise the last change of a file.
  var handedIn: HandedIn? { handedIn(files) }

  private func handedIn(_ files: [SubmissionSnapshot.File]) -> HandedIn? {
    row?.submitted.map(HandedIn.at) ?? files.areLateInCanvas(learner).map(HandedIn.canvas)
      ?? files.lastChange.map(HandedIn.changed)
  }

  typealias Part = (exercises: Set<String>, due: Date?, handedIn: HandedIn?)

  /// The exercises handed in, grouped by their own due dates. Those without one are a group too.
  var parts: [Part] {
    let dues = row?.dues ?? [:]
    return Dictionary(grouping: files.filter { $0.hash != nil }) { dues[$0.exercise] }.map {
      due, files in
      (Set(files.map(\.exercise)), due, handedIn(files))
    }
  }
}
