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
      + "costs \(pointsPerDay) points. The penalty is never larger than the points earned. The roster's "
      + "time of handing in counts; without one, LATE in a Canvas file name means one day, and other "
      + "files are dated by their last change."
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

extension ClassRegister {
  /// Sentences about dates that a person should check before they cost points.
  static func notesOnDates(
    _ entries: [Entry], roster: String, rule: LateRule, now: Date
  ) -> [String] {
    let late = entries.filter { rule.lateness(of: $0, scores: []).days > 0 }
    let byCanvas = late.filter { $0.handedIn == .canvas(isLate: true) }
    let byFile = late.filter(\.isDatedByFiles)
    let remedy = "write the time of handing in into the column `submitted` of \(roster)"
    var notes: [String] = []
    if !byFile.isEmpty {
      notes.append(
        "\(names(byFile)) late by the dates of files: if these are not those of the work, \(remedy)"
      )
      notes += [noteOnCopies(entries.filter { !$0.dueDates.isEmpty && $0.isDatedByFiles })]
        .compactMap(\.self)
    }
    if !byCanvas.isEmpty {
      notes.append(
        "\(names(byCanvas)) late by the names that Canvas gave, which counts as one day: if it was "
          + "more, \(remedy)")
    }
    let hasRows = entries.contains { $0.row != nil }
    let undated = entries.filter { entry in
      (entry.row != nil || !hasRows)
        && entry.parts.contains { part in
          (part.handedIn == .canvas(isLate: true) || entry.row?.submitted != nil)
            && (part.due ?? entry.row?.due) == nil
        }
    }
    if !undated.isEmpty {
      notes.append(
        "\(names(undated)) marked as late by Canvas, or dated by the roster, without a due date: late "
          + "days count once \(roster) has the column `due`")
    }
    return notes
      + entries.compactMap { entry in
        guard let date = entry.handedIn?.date,
          let due = entry.dueDates.min(by: {
            abs($0.distance(to: date)) < abs($1.distance(to: date))
          })
        else { return nil }
        let isFar = abs(date.timeIntervalSince(due)) > 366 * 86_400
        guard date > now || isFar else { return nil }
        let problem =
          date > now
          ? "in the future" : "more than a year from the due date, \(due.ISO8601Format())"
        return
          "the work of “\(entry.key)” has the date \(date.ISO8601Format()), which is \(problem): "
          + "correct \(roster), or \(remedy)"
      }
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

  /// A note if at least a third of the files, of at least three learners, were written within a
  /// minute.
  private static func noteOnCopies(_ entries: [Entry]) -> String? {
    let files = entries.enumerated().flatMap { place, entry in
      entry.files.changes.map { (date: $0, learner: place) }
    }.sorted { $0.date < $1.date }
    var largest = files[0..<0]
    var end = 0
    for start in files.indices {
      while end < files.count, files[end].date.timeIntervalSince(files[start].date) <= 60 {
        end += 1
      }
      if end - start > largest.count { largest = files[start..<end] }
    }
    guard Set(largest.map(\.learner)).count >= 3, largest.count * 3 >= files.count else {
      return nil
    }
    return
      "\(largest.count) of \(files.count) files were written within a minute of each other: dates "
      + "of a copy?"
  }
}

extension ClassRegister.Entry {
  var isDatedByFiles: Bool {
    if case .changed = handedIn { true } else { false }
  }

  /// The due dates of the row, that of all exercises and those of single ones that are graded.
  fileprivate var dueDates: [Date] {
    [row?.due].compactMap(\.self) + files.compactMap { row?.dues[$0.exercise] }
  }

  /// The time in the roster, otherwise Canvas's mark, otherwise the last change of a file.
  var handedIn: HandedIn? { handedIn(files) }

  private func handedIn(_ files: [SubmissionSnapshot.File]) -> HandedIn? {
    row?.submitted.map(HandedIn.at) ?? files.areLateInCanvas(learner).map(HandedIn.canvas)
      ?? files.changes.max().map(HandedIn.changed)
  }

  typealias Part = (exercises: Set<String>, due: Date?, handedIn: HandedIn?)

  /// The exercises that were handed in, grouped by their own due dates. Those without such a date
  /// form a group too.
  var parts: [Part] {
    let dues = row?.dues ?? [:]
    return Dictionary(grouping: files.filter { $0.hash != nil }) { dues[$0.exercise] }.map {
      due, files in
      (Set(files.map(\.exercise)), due, handedIn(files))
    }
  }
}
