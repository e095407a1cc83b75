extension String {
  /// What bytes say, cleaned; those that are not UTF-8 become `�`.
  package init(cleaning bytes: [UInt8]) {
    self = String(decoding: bytes, as: UTF8.self).cleaned()
  }
}

/// What learners wrote, or their programs, made fit to be shown: `text (cut mark)?`, without anything that
/// a terminal, a browser or a course system would obey.
///
/// Escape codes are dropped. Other characters that are not seen (controls, bidirectional marks) are written
/// out, because a learner has to see why two lines are not equal: `\u{202E}`. Words that a build log takes
/// for a command lose their form: `::error` becomes `: :error`, `##[error]` becomes `# #[error]`.
extension String {
  /// - Parameters:
  ///   - limit: how many Unicode scalars are left at most; how many more there were is said.
  ///   - lineLimit: how many lines are left at most; in a single one, line breaks are written out.
  /// - Returns: text that is only text.
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

  /// What GitHub and Azure would carry out when they find it in a log, at the start of a line or, in the
  /// older form, anywhere.
  private var withoutLogCommands: String {
    guard contains("::") || contains("##") else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let start = line.prefix { $0.isWhitespace }
      let rest = line.dropFirst(start.count)
      let harmless = rest.hasPrefix("::") ? start + ": " + rest.dropFirst() : line
      return harmless.replacing("##[", with: "# #[").replacing("##vso[", with: "# #vso[")
    }
    .joined(separator: "\n")
  }
}

/// Text that is collected until there is enough of it.
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
  /// Whether it does something and is not seen; emoji are made with one such that does no harm.
  fileprivate var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    case .format: self != "\u{200D}"
    default: false
    }
  }
}
