import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `Assigned columns` {
  private func commit(_ rows: Range<Int64>) -> AssignedColumns.Commit {
    var commit = AssignedColumns.Commit()
    for row in rows { commit.record([1, 2], of: row, in: "Artist") }
    return commit
  }

  private func columns(_ assigned: AssignedColumns, _ row: Int64, after: Int64, upTo: Int64) -> Set<
    Int
  > {
    assigned.columns(of: row, in: "Artist", after: after, upTo: upTo)
  }

  @Test
  func `are recorded by version, type and row`() {
    var assigned = AssignedColumns()
    assigned.append(commit(1..<2), version: 5)
    let found = [
      columns(assigned, 1, after: 4, upTo: 5), columns(assigned, 1, after: 5, upTo: 9),
      columns(assigned, 1, after: 3, upTo: 4), columns(assigned, 2, after: 4, upTo: 5),
      assigned.columns(of: 1, in: "Song", after: 4, upTo: 5),
    ]
    #expect(found == [[1, 2], [], [], [], []])
  }

  @Test
  func `are dropped, oldest first, when there are many rows`() {
    var assigned = AssignedColumns()
    let half = Int64(AssignedColumns.limit / 2)
    for version in 1...3 { assigned.append(commit(1..<half), version: Int64(version)) }
    let found = [
      columns(assigned, 1, after: 0, upTo: 1), columns(assigned, 1, after: 2, upTo: 3),
    ]
    #expect(found == [[], [1, 2]])
  }

  @Test
  func `are not recorded for a commit with more rows than that`() {
    let huge = commit(0..<Int64(AssignedColumns.limit + 1))
    var assigned = AssignedColumns()
    assigned.append(huge, version: 1)
    let found = columns(assigned, 1, after: 0, upTo: 1)
    #expect(found == [])
    #expect(huge.rows.isEmpty)
  }
}
