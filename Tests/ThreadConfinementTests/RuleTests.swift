import TestSupport
import Testing

@testable import ThreadConfinement

@Suite(.serialized)
struct `A change set` {
  static let cases: [([Int64], [Int64], Set<Int64>, [[Int]])] = [
    ([1, 2, 3], [1, 2, 3], [], [[], [], []]),
    ([], [101, 102], [], [[], [0, 1], []]),
    ([1, 2, 3], [], [], [[0, 1, 2], [], []]),
    ([1, 2, 3], [1, 3], [3], [[1], [], [2]]),
    ([1, 2, 3], [101, 1, 2, 3], [2], [[], [0], [1]]),
    // The first row moves to the end. Then the last two swap, and one of them counts as unmoved.
    ([1, 2, 3], [2, 3, 1], [1], [[0], [2], []]),
    ([1, 2, 3], [1, 3, 2], [2, 3], [[2], [1], [1]]),
  ]

  /// The change between two lists of serial numbers, of which some rows were written in between.
  private func changes(_ old: [Int64], _ new: [Int64], written: Set<Int64> = []) -> ChangeSet {
    let rows = new.map { RowMark(bits: $0 * 2 + (written.contains($0) || $0 > 100 ? 1 : 0)) }
    return ChangeSet(from: old.map { RowMark(bits: $0 * 2) }, to: rows)
  }

  private func lists(_ set: ChangeSet) -> [[Int]] {
    [set.deletions, set.insertions, set.modifications]
  }

  @Test(arguments: cases)
  func `reports deletions and modifications by old indices, insertions by new ones`(
    old: [Int64], new: [Int64], written: Set<Int64>, wanted: [[Int]]
  ) {
    #expect(lists(changes(old, new, written: written)) == wanted)
  }

  @Test
  func `transforms the old list into the new one, for random changes`() {
    var generator = SeededNumbers(seed: 7)
    for _ in 0..<500 {
      let old = Array((1...20).shuffled(using: &generator).prefix(12)).map(Int64.init)
      let written = Set(old.filter { _ in Bool.random(using: &generator) })
      // Rows that were not written keep their order. Other rows move or are deleted.
      var new = old.filter { !written.contains($0) }
      new.removeAll { _ in Int.random(in: 0..<6, using: &generator) == 0 }
      for row in written where Bool.random(using: &generator) {
        new.insert(row, at: Int.random(in: 0...new.count, using: &generator))
      }
      for row in 101...103 {
        new.insert(Int64(row), at: Int.random(in: 0...new.count, using: &generator))
      }
      let set = changes(old, new, written: written)
      var applied = old
      for place in set.deletions.reversed() { applied.remove(at: place) }
      for place in set.insertions { applied.insert(new[place], at: place) }
      #expect(applied == new)
      let modified = Set(set.modifications.map { old[$0] })
      #expect(modified.isSubset(of: written.intersection(new)))
    }
  }
}

@Suite(.serialized)
struct `Assigned columns` {
  private func commit(_ rows: Range<Int64>) -> AssignedColumns.Commit {
    var commit: AssignedColumns.Commit = [:]
    for row in rows { commit[.init(type: "Artist", serial: row)] = [1, 2] }
    return commit
  }

  private func columns(
    _ assigned: AssignedColumns, _ row: Int64, after: Int64, upTo: Int64
  ) -> Set<Int> {
    assigned.columns(of: .init(type: "Artist", serial: row), after: after, upTo: upTo)
  }

  @Test
  func `are recorded by version, type and row`() {
    var assigned = AssignedColumns()
    assigned.append(commit(1..<2), version: 5)
    let found = [
      columns(assigned, 1, after: 4, upTo: 5), columns(assigned, 1, after: 5, upTo: 9),
      columns(assigned, 1, after: 3, upTo: 4), columns(assigned, 2, after: 4, upTo: 5),
      assigned.columns(of: .init(type: "Song", serial: 1), after: 4, upTo: 5),
    ]
    #expect(found == [[1, 2], [], [], [], []])
  }

  @Test
  func `are dropped, oldest first, when there are many rows`() {
    var assigned = AssignedColumns()
    let half = Int64(AssignedColumns.limit / 2)
    for version in 1...3 { assigned.append(commit(1..<half), version: Int64(version)) }
    let found = [columns(assigned, 1, after: 0, upTo: 1), columns(assigned, 1, after: 2, upTo: 3)]
    #expect(found == [[], [1, 2]])
  }

  @Test
  func `are not recorded for a commit with more rows than that`() {
    let huge = commit(0..<Int64(AssignedColumns.limit + 1))
    var assigned = AssignedColumns()
    assigned.append(huge, version: 1)
    #expect(columns(assigned, 1, after: 0, upTo: 1) == [])
  }
}

@Suite(.serialized)
struct `The rules of a store's writes`: ~Copyable {
  let folder: StoreFolder
  let store: ConfinedStore
  init() throws {
    let folder = try StoreFolder()
    store = try folder.open()
    self.folder = folder
  }

  /// Begins a write of the file and rolls it back at once, because only the rules are tested.
  private func write() throws -> WriteTransaction {
    let write = try WriteTransaction(inTurnOf: store.file)
    write.connection.rollBack()
    return write
  }

  private func next(_ state: inout StoreState) -> String {
    let next = state.next()
    return
      "\(next.postponedTurn.map { "signal \($0) " } ?? "")\(next.requestsTurn ? "request" : "")"
  }

  @Test
  func `queued writes run one at a time, each after the commit of the one before`() throws {
    var state = StoreState()
    for _ in 0..<2 { _ = state.enqueue({}, onComplete: nil) }
    var actions = [next(&state)]
    state.begin(try write())
    let first = state.dequeue()
    state.beginBlock()
    actions.append(next(&state))
    let end = state.endBlock()
    _ = state.beginCommit(of: try #require(first))
    actions.append(next(&state))
    _ = state.endCommit()
    actions.append(next(&state))
    #expect(end == nil)
    #expect(actions == ["request", "", "", "request"])
  }

  @Test
  func `a turn of the loop waits for the end of the write, even if that is suspended`() throws {
    var state = StoreState()
    state.begin(try write())
    var isPostponed = [state.postpones(turnAfterOthers: true)]
    state.suspend()
    isPostponed.append(state.postpones(turnAfterOthers: false))
    let during = next(&state)
    _ = state.endWrite(.committed)
    let after = [next(&state), next(&state)]
    #expect(isPostponed == [true, true])
    #expect(during == "")
    #expect(after == ["signal true ", ""])
  }

  @Test
  func `resuming has no effect on a write that has replaced the suspended one`() throws {
    var state = StoreState()
    let (replaced, open) = (try write(), try write())
    state.begin(replaced)
    state.suspend()
    let isOpen = state.isOpen(replaced)
    _ = state.endWrite(.notStored(.invalidated))
    state.begin(open)
    state.resume()
    #expect(!isOpen)
    #expect(!state.isOpen(replaced))
    #expect(state.isOpen(open))
  }

  @Test
  func `a block receives the outcome of its own write, not of a later one`() throws {
    var state = StoreState()
    state.begin(try write())
    state.beginBlock()
    _ = state.endWrite(.notStored(.cancelled))
    state.begin(try write())
    _ = state.endWrite(.committed)
    let end = state.endBlock()
    guard case .notStored(.cancelled) = end else {
      Issue.record("\(String(describing: end))")
      return
    }
  }
}
