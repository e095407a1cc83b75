/// A record of the columns that commits have set, because observers are notified of them even if
/// the value did not change.
///
/// The record is bounded. For older commits, observers are notified only of columns whose values
/// differ.
struct AssignedColumns: Sendable {
  /// The columns that one commit has set, by type and the row's serial number.
  struct Commit: Sendable {
    private(set) var rows: [String: [Int64: Set<Int>]] = [:]
    private(set) var rowCount = 0

    mutating func record(_ columns: some Sequence<Int>, of serial: Int64, in type: String) {
      guard rowCount <= AssignedColumns.limit else { return }
      if rows[type]?[serial] == nil { rowCount += 1 }
      rows[type, default: [:]][serial, default: []].formUnion(columns)
      if rowCount > AssignedColumns.limit { rows = [:] }
    }
  }

  /// The maximum number of rows, for one commit and for all together.
  static let limit = 10_000
  private var commits: [(version: Int64, commit: Commit)] = []
  private var rowCount = 0

  /// Records a commit, which must be newer than all recorded ones.
  mutating func append(_ commit: Commit, version: Int64) {
    guard !commit.rows.isEmpty else { return }
    commits.append((version, commit))
    rowCount += commit.rowCount
    guard rowCount > Self.limit else { return }
    // Trims to half the limit, so that not every commit has to trim.
    while rowCount > Self.limit / 2, commits.count > 1 {
      rowCount -= commits.removeFirst().commit.rowCount
    }
  }

  /// Removes the commit of that version, if it is the last.
  mutating func removeLast(version: Int64) {
    guard commits.last?.version == version else { return }
    rowCount -= commits.removeLast().commit.rowCount
  }

  /// The columns of a row that were set after one version and up to another.
  func columns(of serial: Int64, in type: String, after: Int64, upTo: Int64) -> Set<Int> {
    var columns = Set<Int>()
    for (version, commit) in commits.reversed() {
      if version <= after { break }
      if version <= upTo, let set = commit.rows[type]?[serial] { columns.formUnion(set) }
    }
    return columns
  }
}
