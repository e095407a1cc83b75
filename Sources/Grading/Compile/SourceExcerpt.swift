/// A source line and the caret row below it, shortened around the caret if too long for a report.
struct SourceExcerpt {
  /// The code, and the row with the caret.
  let lines: [String]

  /// The widest line that fits into every report.
  private static let width = 70

  /// - Parameters:
  ///   - code: The line of the source.
  ///   - marks: The row below it: spaces, then `^`, and `~` beside it.
  init(_ code: some StringProtocol, marks: some StringProtocol) {
    let rows = [String(code), String(marks)].map { Array($0.cleaned(upTo: 400, lines: 1)) }
    let caret = rows[1].firstIndex(of: "^") ?? 0
    guard max(rows[0].count, caret + 1) > Self.width else {
      lines = rows.map { String($0) }
      return
    }
    // Two thirds of the room before the caret, as the beginning of an expression matters most.
    let room = Self.width - 2
    let start = max(0, min(caret - room * 2 / 3, rows[0].count - room))
    let end = start + room
    let (before, after) = (start > 0 ? "…" : "", end < rows[0].count ? "…" : "")
    lines = [
      before + String(rows[0].dropFirst(start).prefix(room)) + after,
      (start > 0 ? " " : "") + String(rows[1].dropFirst(start).prefix(room)),
    ]
  }
}
