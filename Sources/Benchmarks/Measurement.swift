import SQLite

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
