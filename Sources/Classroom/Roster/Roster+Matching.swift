internal import Foundation

extension Roster {
  package struct Matching: Sendable {
    let rows: [Row?]
    let missing: [Row]
    /// Notes on folders that may belong to a missing row, by its line.
    let doubts: [Int: String]
    package let notes: [String]
  }

  /// The names of a row, most reliable first. Two learners may share a name, so a row that names
  /// its folder is found only by that and by its id.
  private static let keys: [@Sendable (Row) -> [String]] = [
    { [$0.learner] },
    // Moodle writes a number after the site's word for a participant.
    { [$0.id] + $0.id.split(separator: " ").dropFirst().suffix(1).map { String($0) } },
    { $0.learner.isEmpty ? [$0.login, $0.sisUser, $0.email, $0.name] : [] },
  ]

  private static let names: [@Sendable (Learner) -> [String]] = [
    { [$0.entry] }, { $0.identifier.map { [$0] } ?? [] }, { [$0.name] },
  ]

  /// Finds each learner's row: first by the column `learner`, then by the number, then by names,
  /// each exactly before ignoring case. A name of several rows or learners does not count.
  func matching(_ learners: [Learner]) -> Matching {
    var found: [Int?] = learners.map { _ in nil }
    var free = Set(rows.indices)
    var unclear: [(learners: [Int], rows: [Int])] = []
    for keys in Self.keys {
      for fold in [{ $0 }, { $0.lowercased() }] as [(String) -> String] {
        let index = Dictionary(
          grouping: free.flatMap { row in
            keys(rows[row]).filter { !$0.isEmpty }.map { (name: fold($0), row: row) }
          }, by: \.name)
        for names in Self.names {
          let pairs = learners.indices.filter { found[$0] == nil }.flatMap { learner in
            Set(names(learners[learner]).flatMap { index[fold($0)] ?? [] }.map(\.row))
              .intersection(free).sorted().map { (learner: learner, row: $0) }
          }
          let byLearner = Dictionary(grouping: pairs, by: \.learner)
          let byRow = Dictionary(grouping: pairs, by: \.row)
          for (learner, row) in pairs {
            let (ofLearner, ofRow) = (byLearner[learner] ?? [], byRow[row] ?? [])
            // Once for each learner and each row: at its first pair.
            if ofLearner.count > 1, ofLearner[0].row == row {
              unclear.append(([learner], ofLearner.map(\.row)))
            }
            if ofRow.count > 1, ofRow[0].learner == learner {
              unclear.append((ofRow.map(\.learner), [row]))
            }
            if ofLearner.count == 1, ofRow.count == 1 {
              found[learner] = row
              free.remove(row)
            }
          }
        }
      }
    }
    let unknown = zip(learners, found).filter { $1 == nil }.map {
      "“\($0.0.entry)” is not in \(file): its points are in the reports, without an id and a due date"
    }
    let open = unclear.filter { $0.learners.contains { found[$0] == nil } }
    let notes = open.map { note(on: $0.map { learners[$0] }, $1.map { rows[$0] }) }
    let doubts = zip(open, notes).flatMap { open, note in
      open.rows.filter(free.contains).map { (rows[$0].line, note) }
    }
    return Matching(
      rows: found.map { $0.map { rows[$0] } }, missing: free.sorted().map { rows[$0] },
      doubts: Dictionary(doubts) { first, _ in first },
      notes: self.notes
        + notes.enumerated().filter { !notes[..<$0.offset].contains($0.element) }.map(\.element)
        + unknown)
  }

  /// A note on a learner whom several rows fit, or on several learners whom a row fits.
  private func note(on learners: [Learner], _ rows: [Row]) -> String {
    let names = learners.map { "“\($0.entry)”" }.joined(separator: " and ")
    let lines = rows.map { "\($0.line)" }.joined(separator: " and ")
    return
      (rows.count > 1
      ? "lines \(lines) of \(file) both fit \(names)"
      : "\(names) both fit line \(lines) of \(file)")
      + ": add the name of the folder in a column `learner`"
  }
}
