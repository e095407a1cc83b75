extension String {
  /// Decodes and cleans bytes. Those that are not UTF-8 become `�`.
  package init(cleaning bytes: [UInt8]) {
    self = String(decoding: bytes, as: UTF8.self).cleaned()
  }
}

/// Cleans the text of a learner or a learner's program for display: `text (truncation mark)?`,
/// without anything that a terminal, a browser or a course system would interpret.
///
/// Escape codes are removed. Other invisible characters (controls, bidirectional marks) are written
/// as `\u{202E}`, since a learner has to see why two lines are different. Commands of build logs
/// are broken: `::error` becomes `: :error`, `##[error]` becomes `# #[error]`.
extension String {
  /// - Parameters:
  ///   - limit: The largest number of Unicode scalars. The truncation mark contains the number of
  ///     the rest.
  ///   - lineLimit: The largest number of lines. In a single line, line breaks are written as
  ///     escapes.
  /// - Returns: The cleaned text.
  package func cleaned(upTo limit: Int = 4_000, lines lineLimit: Int = 60) -> String {
    var visible = VisibleText(limit: limit, lineLimit: lineLimit)
    var escapes = EscapeCodes()
    var isAfterReturn = false
    for scalar in unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      if isAfterReturn, scalar == "\n" { continue }
      if escapes.swallow(scalar) { continue }
      visible.append(scalar)
    }
    return visible.text.withoutLogCommands
  }

  /// The commands of build logs (GitHub, Azure, TeamCity), broken wherever they are, because a line
  /// may be wrapped later.
  private var withoutLogCommands: String {
    guard contains("::") || contains("##") else { return self }
    return replacing(Self.logCommand) { match in
      let start = match.output.prefix { $0.isWhitespace }
      let command = match.output.dropFirst(start.count)
      return "\(start)\(command.prefix(1)) \(command.dropFirst())"
    }
  }

  private static var logCommand: Regex<Substring> {
    /(?i)(?:^[ \t]*::|::(?:add-|debug|echo|end|error|group|notice|remove-|save-|set-|stop-|warning)|##(?:\[|vso\[|teamcity\[))/
      .anchorsMatchLineEndings()
  }
}

/// A text that is collected up to its limits.
private struct VisibleText {
  let limit: Int
  let lineLimit: Int
  private var kept = String.UnicodeScalarView()
  private var keptCount = 0
  private var lineCount = 1
  private var leftOut = 0

  init(limit: Int, lineLimit: Int) {
    self.limit = limit
    self.lineLimit = lineLimit
  }

  var text: String {
    let text = String(kept)
    guard leftOut > 0 else { return text }
    let isAtStart = text.isEmpty || text.hasSuffix("\n")
    return text + (isAtStart ? "" : lineLimit == 1 ? " " : "\n") + "… (\(leftOut) more characters)"
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let isLineBreak = lineLimit > 1 && (scalar == "\n" || scalar == "\r")
    guard leftOut == 0, keptCount < limit, !isLineBreak || lineCount < lineLimit else {
      return leftOut += 1
    }
    keptCount += 1
    if isLineBreak {
      lineCount += 1
      kept.append("\n")
    } else if scalar == "\t" {
      kept.append(contentsOf: "  ".unicodeScalars)
    } else if scalar.isUnseen {
      kept.append(
        contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
    } else {
      kept.append(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible and has an effect. The joiner of emoji is harmless.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .format: self != "\u{200D}"
    default: false
    }
  }
}

/// Recognises escape codes (ECMA-48): `ESC [ … letter`, `ESC ] … (BEL | ESC \)`, `ESC letter`, and
/// their forms of one character. An unterminated code ends with its line.
struct EscapeCodes {
  private enum State {
    case text
    case afterEscape
    case control
    case string
    case stringAfterEscape
  }

  private var state = State.text

  /// - Returns: Whether the scalar is part of an escape code.
  mutating func swallow(_ scalar: Unicode.Scalar) -> Bool {
    switch state {
    case .text: begin(with: scalar)
    case .afterEscape: goOn(afterEscape: scalar)
    case .control: goOn(control: scalar)
    case .string, .stringAfterEscape: goOn(string: scalar)
    }
  }

  private mutating func begin(with scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1B: state = .afterEscape
    case 0x9B: state = .control
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: state = .string
    default: return false
    }
    return true
  }

  private mutating func goOn(afterEscape scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "[": state = .control
    case "]", "P", "X", "^", "_": state = .string
    case "\u{20}"..."\u{2F}", "\u{1B}": break
    case "\u{30}"..."\u{7E}": state = .text
    default: return end(before: scalar)
    }
    return true
  }

  private mutating func goOn(control scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{20}"..."\u{3F}": return true
    case "\u{40}"..."\u{7E}":
      state = .text
      return true
    default: return end(before: scalar)
    }
  }

  private mutating func goOn(string scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\r" { return end(before: scalar) }
    let isEnd =
      scalar == "\u{07}" || scalar == "\u{9C}" || (state == .stringAfterEscape && scalar == "\\")
    state = isEnd ? .text : scalar == "\u{1B}" ? .stringAfterEscape : .string
    return true
  }

  private mutating func end(before scalar: Unicode.Scalar) -> Bool {
    state = .text
    return begin(with: scalar)
  }
}
