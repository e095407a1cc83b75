import CSQLite
import SQLite

extension Comparison {
  /// Reading and writing rows, compared with the same loops through the C functions, in memory on
  /// both sides.
  static let sqlite: [Comparison] = [readAll, insertAll]

  private static let rowCount = 100_000
  private static let table = "CREATE TABLE m (id INTEGER PRIMARY KEY, name TEXT, value REAL)"
  private static let everyRow = "SELECT id, name, value FROM m"
  private static let insertion = "INSERT INTO m VALUES (?, ?, ?)"

  private static let readAll = Comparison(
    name: "SQLite: read 100,000 rows", reference: "the same loop in C calls", limit: 1.25
  ) {
    let (kept, bare) = (filled(), filledBare())
    let statement = bare.prepare(everyRow)
    return (
      { repetitions in
        for _ in 0..<repetitions {
          check {
            let rows: [Measurement] = try kept.connection.rows(everyRow)
            consume(rows.count)
          }
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          var rows: [Measurement] = []
          while sqlite3_step(statement) == SQLITE_ROW {
            rows.append(BareSQLite.measurement(statement))
          }
          sqlite3_reset(statement)
          consume(rows.count)
          withExtendedLifetime(bare) {}
        }
      }
    )
  }

  private static let insertAll = Comparison(
    name: "SQLite: insert 100,000 rows", reference: "the same loop in C calls", limit: 1.25
  ) {
    let sample = Measurement.sample(rowCount)
    let (kept, bare) = (opened(), BareSQLite())
    bare.execute(table)
    let statement = bare.prepare(insertion)
    return (
      { repetitions in
        for _ in 0..<repetitions {
          check {
            try kept.connection.execute("DELETE FROM m")
            try kept.connection.transaction {
              try kept.connection.prepared(insertion) { insertion in
                for row in sample {
                  try insertion.bind(row.id, row.name, row.value)
                  try insertion.run()
                }
              }
            }
          }
        }
      },
      { repetitions in
        for _ in 0..<repetitions {
          bare.execute("DELETE FROM m; BEGIN IMMEDIATE")
          for row in sample { BareSQLite.insert(row, with: statement) }
          bare.execute("COMMIT")
        }
      }
    )
  }

  // MARK: Databases

  /// A box for a connection that closures capture.
  private final class Kept {
    let connection: Connection

    init(_ connection: consuming Connection) { self.connection = connection }
  }

  private static func opened() -> Kept {
    check {
      let kept = Kept(try .inMemory())
      try kept.connection.execute(table)
      return kept
    }
  }

  private static func filled() -> Kept {
    let kept = opened()
    check {
      try kept.connection.transaction {
        for row in Measurement.sample(rowCount) {
          try kept.connection.run(insertion, row.id, row.name, row.value)
        }
      }
    }
    return kept
  }

  private static func filledBare() -> BareSQLite {
    let bare = BareSQLite()
    bare.execute(table)
    let statement = bare.prepare(insertion)
    bare.execute("BEGIN")
    for row in Measurement.sample(rowCount) { BareSQLite.insert(row, with: statement) }
    bare.execute("COMMIT")
    sqlite3_finalize(statement)
    return bare
  }

  /// Ends the program if the database fails, because a benchmark that did not do its work would be
  /// meaningless.
  private static func check<Result>(_ body: () throws -> Result) -> Result {
    do { return try body() } catch { giveUp("\(error)") }
  }

  /// Prevents the compiler from optimising away the work that produced the number.
  @inline(never)
  private static func consume(_ number: Int) {
    if number < 0 { giveUp("a row is missing") }
  }
}

/// A row of these benchmarks.
struct Measurement: RowReadable {
  let id: Int
  let name: String
  let value: Double

  init(id: Int, name: String, value: Double) {
    self.id = id
    self.name = name
    self.value = value
  }

  init(_ row: borrowing Row) throws(DatabaseError) {
    id = try row[0]
    name = try row[1]
    value = try row[2]
  }

  /// Half of the names are short enough to be stored inline in the `String`.
  static func sample(_ count: Int) -> [Measurement] {
    (0..<count).map { number in
      let name = number.isMultiple(of: 2) ? "Ann \(number)" : "Taylor and Jake, number \(number)"
      return Measurement(id: number, name: name, value: Double(number) / 3)
    }
  }
}
