import Workbook

/// Calls its observers after a refresh, with the ids that were added and removed.
struct ObservedTable {
  typealias Observer = (_ added: [Int], _ removed: [Int]) -> Void

  private var pinned: PinnedTable
  private var observers: [Observer] = []

  init(_ table: Table) { pinned = PinnedTable(table) }

  mutating func observe(_ observer: @escaping Observer) { observers.append(observer) }

  mutating func refresh() {
    let old = Set(pinned.names.keys)
    guard pinned.refresh() else { return }
    let new = Set(pinned.names.keys)
    for observer in observers {
      observer(new.subtracting(old).sorted(), old.subtracting(new).sorted())
    }
  }
}

extension Page {
  static let observedTable = Page(
    "observed-table", "Four commits and three refreshes"
  ) { transcript in
    let table = Table()
    var observed = ObservedTable(table)
    observed.observe { transcript.line("added \($0), removed \($1)") }
    table.commit("Ann", id: 1)
    table.commit("Bob", id: 2)
    table.commit(nil, id: 1)
    observed.refresh()
    observed.refresh()
    table.commit(nil, id: 2)
    observed.refresh()
  }
}
