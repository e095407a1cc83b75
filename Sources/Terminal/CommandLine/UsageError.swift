internal import Foundation

/// An invalid command line. The description is one line with the problem and the remedy.
package struct UsageError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  package init(_ description: String) { self.description = description }

  /// An unknown word of a kind: `option`, `page`. The line names the nearest known word, if one is
  /// near, and the arguments that list all words.
  package init(unknown kind: String, _ word: String, among known: [String], seeAll: String) {
    let hint = word.nearest(among: known).map { "the nearest is \($0), and " } ?? ""
    description = "there is no \(kind) \(word.debugDescription); \(hint)\(seeAll) shows all"
  }
}

extension String {
  /// The candidate that was most likely meant, the first of equally near ones, if one is near: if
  /// it begins with the string, contains it, or differs in at most about one letter in three, in
  /// this order of preference. Case is ignored.
  package func nearest(among candidates: [String]) -> String? {
    let typed = lowercased()
    let isLongEnough = typed.count(where: \.isLetter) > 1
    return candidates.compactMap { candidate -> (candidate: String, rank: (Int, Int))? in
      let name = candidate.lowercased()
      let distance = name.distance(to: typed)
      if isLongEnough, name.hasPrefix(typed) { return (candidate, (0, distance)) }
      if isLongEnough, name.contains(typed) { return (candidate, (1, distance)) }
      return distance <= max((typed.count + 1) / 3, 1) ? (candidate, (2, distance)) : nil
    }
    .min { $0.rank < $1.rank }?.candidate
  }

  /// The number of letters to insert, remove, replace or swap to get another string.
  func distance(to other: String) -> Int {
    let source = Array(self)
    let target = Array(other)
    var beforeLast: [Int] = []
    var last = Array(0...target.count)
    for (row, letter) in source.enumerated() {
      var current = [row + 1]
      for (column, expected) in target.enumerated() {
        var best = min(last[column + 1] + 1, current[column] + 1)
        best = min(best, last[column] + (letter == expected ? 0 : 1))
        if row > 0, column > 0, letter == target[column - 1], source[row - 1] == expected {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[target.count]
  }
}

/// The exit status of a program. Numbers from 64 are those of sysexits.h.
package enum ExitStatus: Int32, Sendable {
  case success = 0
  /// The program ran, with a negative result: a page failed, a limit was exceeded.
  case failure = 1
  case usage = 64
  case internalError = 70
  /// Standard output or temporary files cannot be written.
  case cannotWrite = 74
}
