/// The result of one check.
public struct CheckResult: Sendable, Hashable, Codable {
  /// `1.3` is the third check of the first exercise.
  public let number: String
  /// A sentence that says what is checked.
  public let name: String
  public let verdict: Verdict
  public let score: Int
  public let maximum: Int
  /// What a learner needs to act: what differed, the crash's message, which check is in the way. Empty for PASS.
  public let explanation: String
  /// The steps up to the one where it went wrong, the first event that differed. Nil where no events were compared.
  public let difference: Difference?
  /// The help for the misconception that the events show, if there is one.
  public let help: String?
  /// What the learner's program printed, cleaned; shown and never parsed.
  public let output: String

  public init(
    number: String, name: String, verdict: Verdict, score: Int, maximum: Int,
    explanation: String = "", difference: Difference? = nil, help: String? = nil,
    output: String = ""
  ) {
    self.number = number
    self.name = name
    self.verdict = verdict
    self.score = score
    self.maximum = maximum
    self.explanation = explanation
    self.difference = difference
    self.help = help
    self.output = output
  }
}
