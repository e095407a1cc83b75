extension String {
  /// The candidate that this is most likely meant to be; the first of equals.
  ///
  /// One that begins with this comes before one that contains it, and that before the one with the
  /// fewest letters to change. Capitals are no difference.
  package func nearest(among candidates: [String]) -> String? {
    let wanted = lowercased()
    return candidates.map { candidate in
      let name = candidate.lowercased()
      let rank = wanted.isEmpty ? 2 : name.hasPrefix(wanted) ? 0 : name.contains(wanted) ? 1 : 2
      return (candidate: candidate, likeness: (rank, name.distance(to: wanted)))
    }
    .min { $0.likeness < $1.likeness }?.candidate
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
