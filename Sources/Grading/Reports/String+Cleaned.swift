extension String {
  /// Decodes and cleans bytes. Those that are not UTF-8 become `�`.
  package init(cleaning bytes: [UInt8]) { self = String(decoding: bytes, as: UTF8.self).cleaned() }
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
    for part in withoutEscapeCodes {
      var isAfterReturn = false
      for scalar in part.unicodeScalars {
        if !isAfterReturn || scalar != "\n" { visible.append(scalar) }
        isAfterReturn = scalar == "\r"
      }
    }
    return visible.text.withoutLogCommands
  }

  /// The parts between escape codes (ECMA-48): `ESC [ … letter`, `ESC ] … (BEL | ESC \)`,
  /// `ESC letter`, and their forms of one character. An unterminated code ends with its line.
  private var withoutEscapeCodes: [Substring] {
    let mayHaveCode = unicodeScalars.contains { $0 == "\u{1B}" || "\u{90}"..."\u{9F}" ~= $0 }
    return mayHaveCode
      ? split(separator: Self.escapeCode, omittingEmptySubsequences: false) : [self[...]]
  }

  private static var escapeCode: Regex<Substring> {
    #/
      (?: \x1B [\x20-\x2F\x1B]* \[ | \x9B ) [\x20-\x3F]* [\x40-\x7E]?
      | (?: \x1B [\x20-\x2F\x1B]* [\]PX^_] | [\x90\x98\x9D-\x9F] )
        (?: (?! \x1B\\ ) [^\n\r\x07\x9C] )* (?: \x07 | \x9C | \x1B\\ )?
      | \x1B [\x20-\x2F\x1B]* [\x30-\x7E]?
    /#
    .matchingSemantics(.unicodeScalar)
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

extension String {
  /// Plain text as HTML, for elements and quoted attributes. Characters that HTML does not have
  /// become `�`.
  package var escapedForHTML: String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\n", "\t", "\u{20}"..."\u{7E}", "\u{A0}"...: escaped.append(scalar)
      default: escaped.append("\u{FFFD}")
      }
    }
    return String(escaped)
  }
}
