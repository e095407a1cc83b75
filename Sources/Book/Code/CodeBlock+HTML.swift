internal import Grading
internal import Markdown

extension CodeBlock {
  /// The first word of its info: `swift`.
  var kind: Substring { info.prefix { $0 != " " } }

  /// The words after the first one.
  var argument: String { String(info.dropFirst(kind.count + 1)) }

  /// The file that an excerpt is taken from. Nil for other blocks.
  var sourcePath: String? {
    kind == "swift" && argument.hasSuffix(".swift") && !argument.contains(" ") ? argument : nil
  }

  var html: String {
    let escaped = { (line: String) in line.escapedForHTML }
    let html =
      switch kind {
      case "swift": SwiftCode.lines(lines)
      case "console": lines.map { $0.hasPrefix("$ ") ? "<b>\(escaped($0))</b>" : escaped($0) }
      case "sh", "python": lines.map(Self.commented)
      default: lines.map(escaped)
      }
    return html.joined(separator: "\n")
  }

  private static func commented(_ line: String) -> String {
    let isComment = line.hasPrefix("#")
    let start = isComment ? line.startIndex : line.firstRange(of: " #")?.lowerBound
    guard let start else { return line.escapedForHTML }
    return "\(String(line[..<start]).escapedForHTML)<i>\(String(line[start...]).escapedForHTML)</i>"
  }
}

/// An excerpt of a source file, as a document quotes it: `piece (… piece)*`.
struct Excerpt {
  /// For each of its lines, the line number in the file, from 1. Nil for an omission.
  let lineNumbers: [Int?]

  /// Nil if a piece is not in the file after the previous pieces.
  init?(_ lines: [String], in file: [Substring]) {
    var numbers: [Int?] = []
    var start = 0
    var piece: [String] = []
    for line in lines + ["…"] {
      guard ["…", "// …"].contains(line.trimmed) else {
        piece.append(line)
        continue
      }
      if !piece.isEmpty {
        guard let found = Self.place(of: piece, in: file, from: start) else { return nil }
        numbers += piece.indices.map { found + $0 + 1 }
        start = found + piece.count
        piece = []
      }
      numbers.append(nil)
    }
    lineNumbers = numbers.dropLast()
  }

  /// The index of the first line of a piece, at any indentation.
  private static func place(of piece: [String], in file: [Substring], from start: Int) -> Int? {
    file.indices.dropFirst(start).first { place in
      file.count - place >= piece.count
        && zip(piece, file[place...]).allSatisfy { $0.trimmed == $1.trimmed }
    }
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence { drop { $0 == " " } }
}
