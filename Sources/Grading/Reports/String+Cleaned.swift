extension String {
  /// Decodes and cleans bytes. Those that are not UTF-8 become `�`.
  package init(cleaning bytes: [UInt8]) { self = String(decoding: bytes, as: UTF8.self).cleaned() }
}

extension String {
  /// The text of a learner or a learner's program for display: `text (truncation mark)?`, without
  /// anything that a terminal, a browser or a course system would interpret.
  ///
  /// Escape codes are removed. Other invisible characters (controls, bidirectional marks) are
  /// written as `\u{202E}`, since a learner has to see why two lines are different. Commands of
  /// build logs are broken: `::error` becomes `: :error`, `##[error]` becomes `# #[error]`.
  ///
  /// - Parameters:
  ///   - limit: The largest number of Unicode scalars. The truncation mark contains the number of
  ///     the rest.
  ///   - lineLimit: The largest number of lines. In a single line, line breaks are written as
  ///     escapes.
  /// - Returns: The cleaned text.
  package func cleaned(upTo limit: Int = 4_000, lines lineLimit: Int = 60) -> String {
    var kept = String.UnicodeScalarView()
    var (count, lineCount, leftOut) = (0, 1, 0)
    for part in withoutEscapeCodes {
      var last: Unicode.Scalar?
      for scalar in part.unicodeScalars {
        defer { last = scalar }
        if last == "\r", scalar == "\n" { continue }
        let isLineBreak = lineLimit > 1 && (scalar == "\n" || scalar == "\r")
        guard leftOut == 0, count < limit, !isLineBreak || lineCount < lineLimit else {
          leftOut += 1
          continue
        }
        count += 1
        if isLineBreak {
          lineCount += 1
          kept.append("\n")
        } else if scalar == "\t" {
          kept.append(contentsOf: "  ".unicodeScalars)
        } else {
          kept.append(contentsOf: scalar.visible.unicodeScalars)
        }
      }
    }
    var text = String(kept)
    if leftOut > 0 {
      let isAtStart = text.isEmpty || text.hasSuffix("\n")
      text += (isAtStart ? "" : lineLimit == 1 ? " " : "\n") + "… (\(leftOut) more characters)"
    }
    return text.withoutLogCommands
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

  /// The text with the commands of build logs broken, inside lines too: a line may wrap later.
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

extension Unicode.Scalar {
  /// The scalar, or its escape if it is invisible and has an effect. The emoji joiner is harmless.
  fileprivate var visible: String {
    switch properties.generalCategory {
    case .format where self == "\u{200D}": String(self)
    case .format, .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      "\\u{\(String(value, radix: 16, uppercase: true))}"
    default: String(self)
    }
  }
}

extension String {
  /// Plain text as HTML, for elements and quoted attributes.
  package var escapedForHTML: String { escaped(quotesApostrophes: true) }

  var escapedForXML: String { escaped(quotesApostrophes: false) }

  /// Characters that XML or HTML does not have become `�`.
  private func escaped(quotesApostrophes: Bool) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
      case "'" where quotesApostrophes: escaped.append(contentsOf: "&#39;".unicodeScalars)
      case "\n", "\t", "\u{20}"..."\u{7E}", "\u{A0}"..."\u{FFFD}", "\u{10000}"...:
        escaped.append(scalar)
      default: escaped.append("\u{FFFD}")
      }
    }
    return String(escaped)
  }
}
