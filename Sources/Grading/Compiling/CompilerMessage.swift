/// What the compiler said, reduced to what a learner needs first.
struct CompilerMessage {
  private let lines: [Substring]
  private let exercise: Exercise

  init(_ text: String, exercise: Exercise) {
    lines = text.split(separator: "\n")
    self.exercise = exercise
  }

  /// `Chapters/…/Exercise.swift:12:5: error: …`; for an error without a place, its line alone.
  var firstError: String {
    let errors = lines.filter { $0.contains("error: ") }
    let first = errors.first { $0.hasPrefix("Exercise.swift:") } ?? errors.first ?? lines.first
    guard let first else { return "The compiler failed and said nothing." }
    let relative =
      first.contains("/Main.swift:")
      ? "Main.swift:" + (first.firstRange(of: "/Main.swift:").map { first[$0.upperBound...] } ?? "")
      : String(first)
    let isPlaced = ["Exercise.swift:", "Main.swift:"].contains { relative.hasPrefix($0) }
    return Cleaned.text(isPlaced ? "\(exercise.folder)/\(relative)" : relative)
  }
}
