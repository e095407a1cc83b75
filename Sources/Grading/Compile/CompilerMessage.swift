/// What the compiler said, reduced to what a learner needs first.
struct CompilerMessage {
  private let lines: [Substring]
  private let exercise: Exercise

  init(_ text: String, exercise: Exercise) {
    lines = text.split(separator: "\n")
    self.exercise = exercise
  }

  /// `Chapters/…/Exercise.swift:12:5: error: …`; for an error without a place in the exercise, what it is alone.
  var firstError: String {
    let errors = lines.filter { $0.contains("error: ") }
    let placed = errors.compactMap(placed)
    let first = placed.first { $0.hasPrefix("Exercise.swift:") } ?? placed.first
    if let first { return "\(exercise.folder)/\(first)".cleaned() }
    // The driver is the first to say that linking failed, and the linker says why.
    let room = errors.first { $0.hasSuffix("No space left on device") }
    guard let line = room ?? errors.first ?? lines.first else {
      return "The compiler failed and said nothing."
    }
    return String(line.firstRange(of: "error: ").map { line[$0.lowerBound...] } ?? line).cleaned()
  }

  /// The line from its file's name on, if that is one of the exercise's.
  private func placed(_ line: Substring) -> Substring? {
    if line.hasPrefix("Exercise.swift:") { return line }
    return line.firstRange(of: "/Main.swift:").map { line[$0.lowerBound...].dropFirst() }
  }
}
