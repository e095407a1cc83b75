/// The score of the predicted lines of a page, or of several.
struct PredictionScore: Equatable {
  enum Outcome {
    case typed
    case chosen
    case wrong
    /// Shown without a guess, which is not wrong.
    case shown
  }

  /// The number of lines.
  var total = 0
  private(set) var asked = 0
  private(set) var predicted = 0
  /// The number of predicted lines that were found among choices.
  private(set) var chosen = 0
  /// The number of the first line that was predicted wrongly.
  private(set) var firstWrong: Int?

  mutating func count(_ outcome: Outcome) {
    asked += 1
    switch outcome {
    case .typed: predicted += 1
    case .chosen: (predicted, chosen) = (predicted + 1, chosen + 1)
    case .wrong: firstWrong = firstWrong ?? asked
    case .shown: break
    }
  }

  mutating func add(_ other: PredictionScore) {
    total += other.total
    asked += other.asked
    predicted += other.predicted
    chosen += other.chosen
  }

  /// `7 of 9 lines predicted, 2 of them from the choices; the first wrong one was line 4`.
  var sentence: String {
    guard asked > 0 else { return total == 0 ? "no line to predict" : "no line predicted" }
    var parts = ["\(predicted) of \(asked) \(asked == 1 ? "line" : "lines") predicted"]
    if chosen > 0 { parts[0] += ", \(chosen) of them from the choices" }
    if let firstWrong { parts.append("the first wrong one was line \(firstWrong)") }
    if asked < total { parts.append("\(total - asked) not asked") }
    return parts.joined(separator: "; ")
  }
}
