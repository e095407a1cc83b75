internal import Foundation

extension ClassRegister {
  /// Sentences about dates that a person should check before they cost points.
  static func notesOnDates(
    _ entries: [Entry], roster: String, rule: LateRule, now: Date
  ) -> [String] {
    let late = entries.filter { rule.lateness(of: $0, scores: []).days > 0 }
    let byCanvas = late.filter { $0.handedIn == .canvas(isLate: true) }
    let byFile = late.filter(\.isDatedByFiles)
    let remedy = "write when the work was handed in into the column `submitted` of \(roster)"
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
    row?.submitted.map(HandedIn.at) ?? files.isLateInCanvas.map(HandedIn.canvas)
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
