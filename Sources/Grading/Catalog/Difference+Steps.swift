/// What misconceptions look at.
extension Difference {
  var lastStep: String { steps.last ?? "" }
  var lastVerb: Substring { lastStep.prefix { $0 != " " } }

  /// What happened and should not have.
  var surplus: [String] { actual.filter { !expected.contains($0) } }
  /// What should have happened and did not.
  var lacking: [String] { expected.filter { !actual.contains($0) } }

  /// Whether a step before the last begins with one of these.
  func hasHad(_ beginnings: String...) -> Bool {
    steps.dropLast().contains { step in beginnings.contains { step.hasPrefix($0) } }
  }
}
