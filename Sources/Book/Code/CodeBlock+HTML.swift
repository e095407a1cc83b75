internal import Grading
internal import Markdown

extension CodeBlock {
  /// The first word of its info: `swift`.
  var kind: Substring { info.prefix { $0 != " " } }

  var argument: String { String(info.dropFirst(kind.count + 1)) }

  /// The file that an excerpt is taken from. Nil for other blocks.
  var sourcePath: String? {
    kind == "swift" && argument.hasSuffix(".swift") && !argument.contains(" ") ? argument : nil
  }

  var html: String {
    let escaped = lines.map(\.escapedForHTML)
    let html =
      switch kind {
      case "swift": SwiftCode.lines(lines)
      case "console": escaped.map { $0.hasPrefix("$ ") ? "<b>\($0)</b>" : $0 }
      case "sh", "python":
        escaped.map { $0.replacing(#/(?:^| )#.*/#) { "<i>\($0.output)</i>" } }
      default: escaped
      }
    return html.joined(separator: "\n")
  }
}

extension CodeBlock {
  /// For each line of an excerpt, `piece (… piece)*`, the line number in the file, from 1, or nil
  /// for an omission. The whole is nil if a piece is not in the file after the previous pieces.
  func lineNumbers(in file: [Substring]) -> [Int?]? {
    var numbers: [Int?] = []
    var start = 0
    let pieces = lines.split(omittingEmptySubsequences: false) {
      ["…", "// …"].contains($0.trimmed)
    }
    for (index, piece) in pieces.enumerated() {
      if index > 0 { numbers.append(nil) }
      if piece.isEmpty { continue }
      // At any indentation.
      let found = file.indices.dropFirst(start).first { place in
        file.count - place >= piece.count
          && zip(piece, file[place...]).allSatisfy { $0.trimmed == $1.trimmed }
      }
      guard let found else { return nil }
      start = found + piece.count
      numbers += Array((found + 1)...start)
    }
    return numbers
  }
}

extension StringProtocol {
  fileprivate var trimmed: SubSequence { drop { $0 == " " } }
}
