/// The first place where a learner's events are not the expected ones.
public struct Difference: Sendable, Hashable, Codable {
  /// The script up to and with the step where it happened, a line per step.
  public let steps: [String]
  /// What the last of the steps should have caused.
  public let expected: [String]
  /// What it caused.
  public let actual: [String]

  public init(steps: [String], expected: [String], actual: [String]) {
    self.steps = steps
    self.expected = expected
    self.actual = actual
  }
}
