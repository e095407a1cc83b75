/// The place in a learner's file at which a program crashed: the first frame of Swift's backtrace that is in the file.
struct CrashPlace: Sendable, Hashable {
  /// Counted from 1.
  let line: Int
  /// In bytes, counted from 1. Zero where the compiler names none.
  let column: Int

  /// Nil if the standard error of a program has no backtrace, or no frame of the crashed thread is in the file.
  init?(in errors: String) {
    let heading = errors.ranges(of: "*** Program crashed: ").last
    guard let start = heading?.upperBound else { return nil }
    let frames = errors[start...].split(separator: "\n").filter { $0.contains(" in ") }
    let place = frames.lazy.compactMap {
      $0.firstMatch(of: #/ at [^:]*/Exercise\.swift:(\d+)(?::(\d+))?$/#)
    }.first
    guard let place, let line = Int(place.output.1) else { return nil }
    self.line = line
    column = place.output.2.flatMap { Int($0) } ?? 0
  }

  /// The place as the compiler shows one: its path in the package, the line of the source, and a caret below it.
  ///
  /// - Returns: Nil if the source has no such line.
  func text(in source: String, of exercise: Exercise) -> String? {
    let breaks: [Character] = ["\n", "\r\n", "\r"]
    let lines = source.split(omittingEmptySubsequences: false) { breaks.contains($0) }
    guard lines.indices.contains(line - 1) else { return nil }
    let code = lines[line - 1]
    let place = ["\(line)"] + (column > 0 ? ["\(column)"] : [])
    var text = ["\(exercise.folder)/Exercise.swift:\(place.joined(separator: ":")): crashed here"]
    text.append(String(code))
    if column > 0, column <= code.utf8.count {
      let before = String(decoding: code.utf8.prefix(column - 1), as: UTF8.self)
      text.append(String(before.map { $0 == "\t" ? "\t" : " " }) + "^")
    }
    return text.map { $0.cleaned(upTo: 400, lines: 1) }.joined(separator: "\n")
  }
}
