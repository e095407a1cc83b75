/// The differences between two texts, line by line, as `diff -u` prints them.
struct UnifiedDiff {
  /// The number of equal lines around a change.
  private static let context = 3

  /// `difference` takes quadratic time. Texts with more lines are compared without the equal lines
  /// at both ends. If more lines remain, all of them count as replaced.
  private static let limit = 2_000

  /// The mark is that at the beginning of a line of the diff: a space, `-` or `+`.
  private typealias Line = (mark: Character, text: String)

  private let script: [Line]

  init(from old: String, to new: String) {
    let (old, new) = (Self.split(old), Self.split(new))
    var (start, end) = (0, 0)
    if max(old.count, new.count) > Self.limit {
      start = zip(old, new).prefix { $0 == $1 }.count
      end =
        zip(old.reversed(), new.reversed()).prefix(min(old.count, new.count) - start)
        .prefix { $0 == $1 }.count
    }
    let (oldPart, newPart) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    var (removed, added) = (Set(oldPart.indices), Set(newPart.indices))
    if max(removed.count, added.count) <= Self.limit {
      (removed, added) = ([], [])
      for change in newPart.difference(from: oldPart) {
        switch change {
        case .remove(let offset, _, _): removed.insert(start + offset)
        case .insert(let offset, _, _): added.insert(start + offset)
        }
      }
    }
    var script: [Line] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < old.count || newIndex < new.count {
      let isRemoved = removed.contains(oldIndex)
      let isAdded = !isRemoved && added.contains(newIndex)
      script.append(
        isRemoved
          ? ("-", old[oldIndex]) : (isAdded ? "+" : " ", new[newIndex]))
      oldIndex += isAdded ? 0 : 1
      newIndex += isRemoved ? 0 : 1
    }
    self.script = script
  }

  var isEmpty: Bool { script.allSatisfy { $0.mark == " " } }

  /// `1 line added, 2 removed, from line 7`. The line is that of the new text.
  var summary: String {
    let counts = [("+", "added"), ("-", "removed")].map { mark, word in
      (script.count { "\($0.mark)" == mark }, word)
    }
    .filter { $0.0 > 0 }
    .enumerated().map { index, part in
      index == 0 ? "\(part.0) line\(part.0 == 1 ? "" : "s") \(part.1)" : "\(part.0) \(part.1)"
    }
    let first = script.firstIndex { $0.mark != " " } ?? 0
    return (counts + ["from line \(script[..<first].count + 1)"]).joined(separator: ", ")
  }

  /// The lines of the diff, with the names of the texts at its top. None for equal texts.
  func lines(old: String, new: String) -> [String] {
    isEmpty ? [] : ["--- \(old)", "+++ \(new)"] + hunks.flatMap(lines)
  }

  /// Ranges of the script: each change with its context, and changes near one another together.
  private var hunks: [Range<Int>] {
    var hunks: [Range<Int>] = []
    for index in script.indices where script[index].mark != " " {
      let start = max(index - Self.context, 0)
      let end = min(index + Self.context + 1, script.count)
      if let last = hunks.last, start <= last.upperBound {
        hunks[hunks.count - 1] = last.lowerBound..<end
      } else {
        hunks.append(start..<end)
      }
    }
    return hunks
  }

  private func lines(_ hunk: Range<Int>) -> [String] {
    let (before, part) = (script[..<hunk.lowerBound], script[hunk])
    let place = { (other: Character) in
      Self.place(before.count { $0.mark != other }, part.count { $0.mark != other })
    }
    return ["@@ -\(place("+")) +\(place("-")) @@"] + part.map { "\($0.mark)\($0.text)" }
  }

  /// `7,3`: the first line and the number of lines. For an empty part, the line before it.
  private static func place(_ before: Int, _ count: Int) -> String {
    let first = count == 0 ? before : before + 1
    return count == 1 ? "\(first)" : "\(first),\(count)"
  }

  private static func split(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
