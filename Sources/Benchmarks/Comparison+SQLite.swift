import SQLite

extension Comparison {
  /// Reading and writing rows, compared with the same loops through the C functions, in memory on
  /// both sides.
  static let sqlite: [Comparison] = [readAll, insertAll]

  private static let rowCount = 100_000
  private static let everyRow = "SELECT id, name, value FROM Reading"

  private static let readAll = Comparison(
    name: "SQLite: read 100,000 rows", reference: "the same loop in C calls", limit: 1.25
  ) {
    let (rows, bare) = (Rows(), BareReadings(filledWith: rowCount, inMemory: true))
    rows.replaceAll(with: Reading.sample(rowCount))
    let statement = bare.database.prepare(everyRow)
    return (
      { repetitions in
        for _ in 0..<repetitions {
          let all: [Reading] = must { try rows.connection.rows(everyRow) }
          use(all.count)
        }
      },
      { repetitions in for _ in 0..<repetitions { use(bare.all(with: statement).count) } }
    )
  }

  private static let insertAll = Comparison(
    name: "SQLite: insert 100,000 rows", reference: "the same loop in C calls", limit: 1.25
  ) {
    let sample = Reading.sample(rowCount)
    let (rows, bare) = (Rows(), BareReadings(inMemory: true))
    return (
      { repetitions in for _ in 0..<repetitions { rows.replaceAll(with: sample) } },
      { repetitions in for _ in 0..<repetitions { bare.replaceAll(with: sample) } }
    )
  }
}

/// A connection that closures capture.
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
        try connection.prepared(Reading.insertion) { insertion in
          for reading in readings {
            try insertion.bind(reading.id, reading.name, reading.value)
            try insertion.run()
          }
        }
      }
    }
  }
}
