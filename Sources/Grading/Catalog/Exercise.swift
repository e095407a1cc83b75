package import Exercising

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
  private let solution: @Sendable () -> any Scene

  /// - Parameters:
  ///   - name: also that of its solution in `Solutions`.
  ///   - chapter: the folder in `Chapters`.
  ///   - title: one line, without a full stop.
  ///   - solution: makes the scene with the reference solution in it.
  ///   - checks: At least four, in the order in which they are reported.
  ///   - misconceptions: At least three; the help of the first that fits is shown.
  package init(
    _ name: String, chapter: String, title: String, solution: @escaping @Sendable () -> any Scene,
    checks: [Check], misconceptions: [Misconception]
  ) {
    self.name = name
    self.chapter = chapter
    self.title = title
    self.solution = solution
    self.checks = checks
    self.misconceptions = misconceptions
  }

  /// The folder in the package, for example `Chapters/Subjects/Exercises/PublishSubject`.
  public var folder: String { "Chapters/\(chapter)/Exercises/\(name)" }
  public var maximum: Int { checks.reduce(0) { $0 + $1.points } }

  /// A new scene with the reference solution in it, from which the expected events come.
  package var reference: any Scene { solution() }
}

/// One thing that an exercise must do, and the scripts that show whether it does.
package struct Check: Sendable {
  /// A sentence: "An observer receives only what comes after it".
  package let name: String
  package let points: Int
  /// Names of checks of the same exercise without which this one says nothing; it is BLOCKED until they pass.
  package let needs: [String]
  /// Draws the scripts. Each runs in a process of its own; all must pass.
  package let scripts: @Sendable (inout SeededGenerator) -> [Script]

  package init(
    _ name: String, points: Int, needs: [String] = [],
    scripts: @escaping @Sendable (inout SeededGenerator) -> [Script]
  ) {
    self.name = name
    self.points = points
    self.needs = needs
    self.scripts = scripts
  }
}

/// The steps that a scene carries out, in order.
package struct Script: Sendable, Hashable {
  package let steps: [Step]
  /// The message with which the last step must end the program, where a crash is the right behaviour.
  package let crash: String?

  package init(_ steps: [Step], crash: String? = nil) {
    self.steps = steps
    self.crash = crash
  }

  /// A script of lines such as `subscribe ann` and `next 7`; blank ones are left out.
  package init(lines: [String], crash: String? = nil) {
    self.init(lines.compactMap(Step.init(line:)), crash: crash)
  }
}

/// A mistake that learners often make, recognised by the events of their program.
package struct Misconception: Sendable {
  /// A few words, in kebab case: `replays-to-late-observers`. Verify's variant of the same name must show it.
  package let name: String
  /// What to think about, in a sentence or two; does not give the solution.
  package let help: String
  /// Whether the first difference of a check that failed shows it.
  package let shows: @Sendable (Difference) -> Bool

  package init(_ name: String, help: String, shows: @escaping @Sendable (Difference) -> Bool) {
    self.name = name
    self.help = help
    self.shows = shows
  }
}
