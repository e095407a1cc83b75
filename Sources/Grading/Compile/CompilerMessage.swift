/// The compiler's output. A learner needs its first error.
struct CompilerMessage {
  private let lines: [String]
  private let exercise: Exercise

  /// The largest number of lines of an error with its notes.
  private static let shown = 20

  /// Lines are cut at 10,000 bytes: a search takes minutes for long runs of combining marks.
  init(_ text: String, exercise: Exercise) {
    lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0.prefix(10_000), as: UTF8.self) }
    self.exercise = exercise
  }

  /// `Chapters/…/Exercise.swift:12:5: error: …`, the line of the source with a caret below it, and
  /// the notes. For an error outside that file and the grader's `Main.swift`, the message alone.
  var firstError: String {
    let errors = lines.indices.filter { lines[$0].contains("error: ") }
    let placed = errors.filter { self.placed(lines[$0]) != nil }
    let first = placed.first { lines[$0].hasPrefix("Exercise.swift:") } ?? placed.first
    if let first { return explained(first).joined(separator: "\n").cleaned() }
    return unplaced(errors.map { lines[$0] })
  }

  /// The error and its notes, up to the next error or warning. Source lines that are too long are
  /// shortened, together with the caret row below them.
  private func explained(_ first: Int) -> [String] {
    let rest = lines[(first + 1)...].prefix { line in
      !line.contains(": error: ") && !line.contains(": warning: ")
    }
    var shown: [String] = []
    for line in [lines[first]] + rest.prefix(Self.shown) {
      let isCaret = line.contains("^") && line.allSatisfy { " ^~\t".contains($0) }
      if isCaret, let code = shown.popLast() {
        shown += sourceExcerpt(code, marks: line)
      } else {
        shown.append(placed(line) ?? line)
      }
    }
    return shown.reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed()
  }

  /// Whether an error is at a line that the stub does not have, so that the build is not its cause.
  static func isAtOwnLine(_ message: String, of source: String, besides stub: String) -> Bool {
    let lines = { (text: String) in
      text.utf8.filter { $0 != 0x0D }.split(separator: 0x0A, omittingEmptySubsequences: false)
    }
    let parts = message.prefix { $0 != "\n" }.split(separator: ":", maxSplits: 2)
    let source = lines(source)
    guard parts.count == 3, parts[0].hasSuffix("/Exercise.swift"), let number = Int(parts[1]),
      (1...source.count).contains(number)
    else { return false }
    return !lines(stub).contains(source[number - 1])
  }

  private func unplaced(_ errors: [String]) -> String {
    // The driver first reports that linking failed. The linker's message has the reason.
    let room = errors.first { $0.hasSuffix("No space left on device") }
    guard let line = room ?? errors.first ?? lines.first(where: { !$0.isEmpty }) else {
      return "The compiler failed without a message."
    }
    let start = line.firstRange(of: "error: ")?.lowerBound ?? line.startIndex
    return String(line[start...]).cleaned()
  }

  /// The line with the path of the learner's file, or the name of the grader's. Otherwise nil.
  private func placed(_ line: String) -> String? {
    if line.hasPrefix("Exercise.swift:") { return "\(exercise.folder)/\(line)" }
    return line.hasPrefix("Main.swift:") ? line : nil
  }
}

/// The widest line that fits into every report.
private let widest = 70

/// A source line and the row below it, which has spaces, then `^`, and `~` beside it. Both are
/// shortened around the `^` if they are too long for a report.
func sourceExcerpt(_ code: some StringProtocol, marks: some StringProtocol) -> [String] {
  let rows = [String(code), String(marks)].map { Array($0.cleaned(upTo: 400, lines: 1)) }
  let caret = rows[1].firstIndex(of: "^") ?? 0
  guard max(rows[0].count, caret + 1) > widest else { return rows.map { String($0) } }
  // Two thirds of the room before the caret, as the beginning of an expression matters most.
  let room = widest - 2
  let start = max(0, min(caret - room * 2 / 3, rows[0].count - room))
  let end = start + room
  let (before, after) = (start > 0 ? "…" : "", end < rows[0].count ? "…" : "")
  return [
    before + String(rows[0].dropFirst(start).prefix(room)) + after,
    (start > 0 ? " " : "") + String(rows[1].dropFirst(start).prefix(room)),
  ]
}
