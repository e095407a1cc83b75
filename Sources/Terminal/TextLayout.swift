internal import Foundation

extension String {
  /// The text as lines of at most `width` characters with the indentation, broken at spaces or
  /// inside a word that is longer than a line. `first` replaces the indentation of the first line
  /// and usually has the same length. There is at least one line.
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
  /// The lines of a table with a column of terms and a column of texts, wrapped to 80 characters. A
  /// term without a text may be longer than the column.
  package func aligned(indentation: Int = 0) -> [String] {
    let width = indentation + (filter { !$0.text.isEmpty }.map(\.term.count).max() ?? 0) + 2
    let margin = String(repeating: " ", count: indentation)
    return flatMap { term, text in
      text.wrapped(
        indentation: String(repeating: " ", count: width),
        first: (margin + term).padded(to: width))
    }
  }
}

extension String {
  /// The string padded to `width` characters. Unchanged if it is longer.
  package func padded(to width: Int, with fill: Character = " ") -> String {
    self + String(repeating: fill, count: max(0, width - count))
  }
}

package enum Style {
  package static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }

  /// Whether the environment accepts escape codes: neither `NO_COLOR` nor `TERM=dumb` is set.
  static func isSupported(in environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM", default: "dumb"] != "dumb"
  }

  /// Whether the locale of an environment has the character set UTF-8: the first of `LC_ALL`,
  /// `LC_CTYPE` and `LANG` that is not empty decides.
  static func isUnicode(in environment: [String: String]) -> Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.map { environment[$0, default: ""] }
      .first { !$0.isEmpty }
    return locale?.uppercased().contains(/UTF-?8/) ?? false
  }
}
