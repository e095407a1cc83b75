extension String {
  /// The candidate that takes the fewest changes of a letter to become this; the first of equals.
  package func nearest(among candidates: [String]) -> String? {
    candidates.min { distance(to: $0) < distance(to: $1) }
  }

  /// How many letters have to be inserted, removed, replaced or swapped with their neighbour.
  func distance(to other: String) -> Int {
    let source = Array(self)
    let target = Array(other)
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var present = [row + 1]
      for (column, wanted) in target.enumerated() {
        var best = min(last[column + 1] + 1, present[column] + 1)
        best = min(best, last[column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == target[column - 1], source[row - 1] == wanted {
          best = min(best, beforeLast[column - 1] + 1)
        }
        present.append(best)
      }
      (beforeLast, last) = (last, present)
    }
    return last[target.count]
  }
}
