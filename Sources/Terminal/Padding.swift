extension String {
  /// The string made as wide as that many characters, or as it is if it is wider.
  package func padded(to width: Int, with fill: Character = " ") -> String {
    self + String(repeating: fill, count: max(0, width - count))
  }
}
