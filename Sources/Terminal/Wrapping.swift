extension String {
  /// The lines of this text, none longer than `width`: broken at spaces, or inside a word that is
  /// longer than a line.
  ///
  /// - Parameters:
  ///   - width: in characters, the indentation included.
  ///   - indentation: stands before every line.
  ///   - first: Stands before the first line instead of the indentation, which should be as long.
  /// - Returns: at least one line.
  package func wrapped(
    to width: Int = 80, indentation: String = "", first: String? = nil
  ) -> [String] {
    let room = max(width - indentation.count, 1)
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { Self.broken($0, room: room) }
    return lines.enumerated().map { index, line in
      let start = index == 0 ? first ?? indentation : indentation
      return line.isEmpty ? String(start.reversed().drop { $0 == " " }.reversed()) : start + line
    }
  }

  private static func broken(_ line: Substring, room: Int) -> [String] {
    var lines: [String] = []
    var rest = line
    while rest.count > room {
      let head = rest.prefix(room + 1)
      if let space = head.lastIndex(of: " "), head[..<space].contains(where: { $0 != " " }) {
        lines.append(String(rest[..<space]))
        rest = rest[rest.index(after: space)...]
      } else {
        lines.append(String(rest.prefix(room)))
        rest = rest.dropFirst(room)
      }
    }
    return lines + [String(rest)]
  }
}

extension Sequence<(term: String, text: String)> {
  /// Terms in one column and their texts in another, wrapped to 80 columns.
  package func aligned(indentation: Int = 0) -> [String] {
    let width = indentation + (map(\.term.count).max() ?? 0) + 2
    let margin = String(repeating: " ", count: indentation)
    return flatMap { term, text in
      text.wrapped(
        indentation: String(repeating: " ", count: width),
        first: (margin + term).padded(to: width))
    }
  }
}
