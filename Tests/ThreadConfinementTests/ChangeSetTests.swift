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
    let found = lists(changes(old, new, written: written))
    #expect(found == wanted)
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
      let stillThere = modified.isSubset(of: written.intersection(new))
      #expect(stillThere)
    }
  }
}
