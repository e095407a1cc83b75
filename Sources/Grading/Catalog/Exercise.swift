package import Exercising
internal import Solutions

/// One exercise: its checks, their points, and the mistakes that learners often make.
///
/// The task and the hints are in `Task.md` beside the file that learners edit.
public struct Exercise: Sendable {
  /// The name of the type to write, and of the program `Exercise-…`.
  public let name: String
  public let chapter: String
  public let title: String
  /// At least four, in the order in which they are reported.
  package let checks: [Check]
  package let misconceptions: [Misconception]

  /// - Parameters:
  ///   - name: also that of its solution in `Reference`.
  ///   - chapter: the folder in `Chapters`.
  ///   - title: one line, without a full stop.
  ///   - checks: At least four, in the order in which they are reported.
  ///   - misconceptions: At least three; the help of the first that fits is shown.
  package init(
    _ name: String, chapter: String, title: String, checks: [Check],
    misconceptions: [Misconception]
  ) {
    self.name = name
    self.chapter = chapter
    self.title = title
    self.checks = checks
    self.misconceptions = misconceptions
  }

  /// The folder in the package, for example `Chapters/Subjects/Exercises/PublishSubject`.
  public var folder: String { "Chapters/\(chapter)/Exercises/\(name)" }
  public var maximum: Int { checks.reduce(0) { $0 + $1.points } }

  /// A new scene with the reference solution in it, from which the expected events come.
  package var reference: (any Scene)? { Reference.scene(for: name) }
}
