import Foundation
import SQLite

extension Comparison {
  /// Rows in memory, compared with the same loops through the C functions, and with a JSON file.
  static let sqlite = [readAll, readBesideJSON, insertAll]

  private static let sample = Reading.sample(100_000)
  private static let everyRow = "SELECT id, name, value FROM Reading"
  private static let reading = "SQLite: read 100,000 rows"

  private static let readAll = Comparison(
    name: reading, reference: "the same loop in C calls", limit: 1.25
  ) {
    let bare = BareReadings(filledWith: sample.count, inMemory: true)
    let statement = bare.prepare(everyRow)
    return (readingAll(), repeating { use(bare.all(with: statement).count) })
  }

  private static let readBesideJSON = Comparison(
    name: reading, reference: "decoding them from a JSON file", limit: 0.125
  ) {
    let file = newFolder().appending(path: "readings.json")
    must { try JSONEncoder().encode(sample).write(to: file) }
    let decoded = { try JSONDecoder().decode([Reading].self, from: Data(contentsOf: file)) }
    return (readingAll(), repeating { use(must { try decoded().count }) })
  }

  private static let insertAll = Comparison(
    name: "SQLite: insert 100,000 rows", reference: "the same loop in C calls", limit: 1.25
  ) {
    let (rows, bare) = (Rows(), BareReadings(inMemory: true))
    return (
      repeating { rows.replaceAll(with: sample) }, repeating { bare.replaceAll(with: sample) }
    )
  }

  private static func readingAll() -> Workload {
    let rows = Rows()
    rows.replaceAll(with: sample)
    return repeating {
      let all: [Reading] = must { try rows.connection.rows(everyRow) }
      use(all.count)
    }
  }
}

private final class Rows {
  let connection: Connection

  init() {
    connection = must { try .inMemory() }
    must { try connection.execute(Reading.table) }
  }

  func replaceAll(with readings: [Reading]) {
    must {
      try connection.transaction {
        try connection.execute("DELETE FROM Reading")
        try connection.prepared(Reading.insertion) { (insertion) throws(DatabaseError) in
          for reading in readings {
            try insertion.bind(reading.id, reading.name, reading.value)
            try insertion.run()
          }
        }
      }
    }
  }
}
