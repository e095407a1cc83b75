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
