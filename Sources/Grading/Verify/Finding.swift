/// One result of verifying the workbook.
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
    /// The task has its form, and its hints lead to headings that exist.
    case task
    /// Each place that an exercise needs has it.
    case inventory
  }

  package let exercise: String
  package let subject: Subject
  /// Which of several: a file's or a variant's name. Empty for the others.
  package let name: String
  package let isGood: Bool
  /// What is wrong, in a sentence; empty when nothing is.
  package let trouble: String
}
