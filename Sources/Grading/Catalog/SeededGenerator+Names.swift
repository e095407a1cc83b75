extension SeededGenerator {
  /// The workbook's people as they are written on a screen, in an order of their own.
  mutating func names(_ count: Int) -> [String] {
    people(count).map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// Parts of a screen that show something.
  mutating func cells(_ count: Int) -> [String] {
    Array(["badge", "footer", "header", "menu", "row"].shuffled(using: &self).prefix(count))
  }

  /// Two ids of users.
  mutating func ids() -> (Int, Int) {
    let first = Int.random(in: 1...8, using: &self)
    return (first, first + Int.random(in: 1...8, using: &self))
  }
}
