/// One thing that the workbook has found out about itself.
package struct Finding: Sendable, Hashable, Codable {
  package enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file as it is handed out is unsolved, and fails without a crash.
    case stub
    /// The reference solution gets full points.
    case solution
    /// So does each other solution.
    case alternative
    /// Each wrong variant loses points.
    case wrong = "wrong variant"
    /// Each misconception gets its own help.
    case misconception
    /// The task has its form, and its hints lead to what exists.
    case task
  }

  package let exercise: String
  package let subject: Subject
  /// Which of several: a file's or a variant's name. Empty for the others.
  package let name: String
  package let isGood: Bool
  /// What is wrong, in a sentence; empty when nothing is.
  package let trouble: String
}
