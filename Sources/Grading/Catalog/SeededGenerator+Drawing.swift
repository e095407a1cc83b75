/// What scripts are made of.
extension SeededGenerator {
  /// The workbook's people, in an order of their own.
  package mutating func people(_ count: Int) -> [String] {
    Array(["ann", "bob", "cid", "dan", "jake", "taylor"].shuffled(using: &self).prefix(count))
  }

  /// Numbers from 1 to 99, all different.
  package mutating func values(_ count: Int) -> [Int] {
    Array((1...99).shuffled(using: &self).prefix(count))
  }

  /// One of several; there must be one.
  package mutating func one<Element>(of elements: Element...) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &self)]
  }
}
