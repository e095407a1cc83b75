import Workbook

/// A table that stays at its version until it is refreshed.
struct PinnedTable {
  private let table: Table
  private var version: Version

  init(_ table: Table) {
    self.table = table
    version = table.newest
  }

  var names: [Int: String] { version.names }

  mutating func refresh() -> Bool {
    let newest = table.newest
    defer { version = newest }
    return newest.number > version.number
  }
}

extension Page {
  static let pinnedTable = Page(
    "pinned-table", "What a pinned table sees of a commit"
  ) { transcript in
    let table = Table()
    table.commit("Ann", id: 1)
    let live = LiveArtist(table: table, id: 1)
    let pinned = PinnedTable(table)
    table.commit("Anna", id: 1)
    transcript.line("live: \(live.name ?? "nil")")
    transcript.line("pinned: \(pinned.names[1] ?? "nil")")
  }
}
