package import Exercising
internal import Solutions

/// One exercise: what is checked, for how many points, and what is known of how learners go wrong.
///
/// What learners read (the task, the hints) stands in `Task.md` beside the file that they edit.
public struct Exercise: Sendable {
  /// The name of the type to write, and of the program `Exercise-…`.
  public let name: String
  public let chapter: String
  public let title: String
  /// At least four, in the order in which they are told.
  package let checks: [Check]
  package let misconceptions: [Misconception]

  /// - Parameters:
  ///   - name: also that of its solution in `Reference`.
  ///   - chapter: the folder in `Chapters`.
  ///   - title: one line, without a full stop.
  ///   - checks: at least four, in the order in which they are told.
  ///   - misconceptions: at least three; the first that fits is told.
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
