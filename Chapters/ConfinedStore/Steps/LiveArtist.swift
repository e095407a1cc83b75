import Concurrency
import Workbook

/// The names of artists after a commit, and how many commits led to them.
struct Version {
  var number = 0
  var names: [Int: String] = [:]
}

/// A table of artists, for all threads.
final class Table: Sendable {
  private let version = Locked(Version())

  var newest: Version { version.withLock { $0 } }

  func commit(_ name: String?, id: Int) {
    version.withLock { version in
      version.number += 1
      version.names[id] = name
    }
  }
}

/// An artist that is read whenever it is used.
struct LiveArtist {
  let table: Table
  let id: Int

  var name: String? { table.newest.names[id] }
}

extension Page {
  static let liveArtist = Page(
    "live-artist", "A cell draws an artist, while others commit"
  ) { transcript in
    let table = Table()
    table.commit("Ann", id: 1)
    let ann = LiveArtist(table: table, id: 1)
    transcript.line("title: \(ann.name ?? "nil")")
    table.commit("Anna", id: 1)
    transcript.line("label: \(ann.name ?? "nil")")
    table.commit(nil, id: 1)
    transcript.line("button: \(ann.name ?? "nil")")
  }
}
