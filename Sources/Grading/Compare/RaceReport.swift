/// A data race that ThreadSanitizer has reported.
struct RaceReport: Sendable, Hashable {
  /// The lines of `Exercise.swift` that use the same memory, without repetition. Empty where the system has no symbolizer.
  let lines: [Int]

  /// The first report in the standard error of a program. Nil if there is none.
  init?(in errors: String) {
    guard let place = errors.firstRange(of: "WARNING: ThreadSanitizer: ") else { return nil }
    var report = errors[place.upperBound...]
    if let end = report.firstRange(of: "\nSUMMARY:") { report = report[..<end.lowerBound] }
    // The two stacks that come first are those of the accesses.
    let stacks = report.split(separator: "\n\n").filter { $0.contains("#0 ") }.prefix(2)
    let found = stacks.compactMap { stack in
      stack.firstMatch(of: #/Exercise\.swift:(\d+)/#).flatMap { Int($0.output.1) }
    }
    lines = found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The report as sentences.
  var sentence: String {
    let places =
      switch lines.count {
      case 0: "two threads use"
      case 1: "two threads, both at line \(lines[0]) of Exercise.swift, use"
      default: "two threads, at the lines \(lines[0]) and \(lines[1]) of Exercise.swift, use"
      }
    return "ThreadSanitizer found a data race: \(places) the same memory without an order between "
      + "them, and at least one of them writes. Which lock guards it?"
  }
}
