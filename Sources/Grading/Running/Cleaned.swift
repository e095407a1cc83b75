/// What a learner's program or the compiler said, so that it can be shown on any terminal and in any report.
///
/// Escape codes, control and bidirectional characters are left out, what is not UTF-8 becomes `�`, and no line begins
/// with `::`, which the services that show reports take for a command.
enum Cleaned {
  /// The text of bytes, of which some may be none; the limit counts characters, and what is cut is marked with `…`.
  static func text(_ bytes: [UInt8], limit: Int = 4000) -> String {
    text(String(decoding: bytes, as: UTF8.self), limit: limit)
  }

  static func text(_ text: String, limit: Int = 4000) -> String {
    let plain = text.replacing(
      /\u{1B}(\[[0-?]*[ -\/]*[@-~]|\][^\u{07}\u{1B}]*(\u{07}|\u{1B}\\)?|.)?/, with: "")
    let shown = String(String.UnicodeScalarView(plain.unicodeScalars.filter(isShown)))
    let lines = shown.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.trimmingPrefix(while: \.isWhitespace).hasPrefix("::")
        ? String(line.replacing("::", with: ": :", maxReplacements: 1)) : String(line)
    }
    let clean = lines.joined(separator: "\n")
    return clean.count > limit ? clean.prefix(limit) + "…" : clean
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" || scalar == "\t" { return true }
    switch scalar.properties.generalCategory {
    // Format characters turn the direction of a line or hide in it.
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
      return false
    default: return true
    }
  }
}
