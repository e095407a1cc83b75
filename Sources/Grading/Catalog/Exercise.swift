package import Exercising

/// One exercise: its checks, their points, and the mistakes that learners often make.
///
/// The task is in `Task.md` beside the file that learners edit, and the hints are in `Hints.md`.
public struct Exercise: Sendable {
  /// What the learner does. All kinds but ``write`` are first rungs: they take five minutes and have no points.
  public enum Kind: Sendable, Hashable {
    /// Write a type.
    case write
    /// Fix a type that compiles and misbehaves.
    case fix
    /// Fill in the choices of a type, which are then played.
    case choose
    /// Write down the lines that a page of the chapter's program prints.
    case predict(page: String)
  }

  /// The name of the type to write. A prediction has none.
  public let name: String
  public let kind: Kind
  public let chapter: String
  public let title: String
  /// In the order in which they are reported.
  package let checks: [Check]
  package let misconceptions: [Misconception]
  /// Names of types that would solve the exercise, which a learner's file may not contain.
  let solvingTypes: Set<String>
  /// Whether the learner's type consists of tasks and actors, so that a file may name no thread, queue or timer.
  package let runsInTasks: Bool
  /// What unusual steps do, as sentences by their verbs, or by `… word` for another word of the step. The report adds them
  /// to what it says about such a step.
  let notes: [String: String]
  private let solution: @Sendable () -> any Scene

  /// - Parameters:
  ///   - name: The name of the type, which its files begin with.
  ///   - kind: What the learner does.
  ///   - chapter: The folder in `Chapters`.
  ///   - title: One line, without a full stop.
  ///   - solution: Makes the scene with the reference solution in it.
  ///   - checks: In the order in which they are reported: at least four, or those of a rung, which have no points.
  ///   - misconceptions: At least three, and none for a rung; the report shows the help of the first that fits.
  ///   - solvingTypes: Names of types that would solve the exercise, which a learner's file may not contain.
  ///   - runsInTasks: Whether all that the learner's type does happens in tasks, on the thread of the script.
  ///   - notes: What unusual steps do, as sentences by their verbs.
  package init(
    _ name: String, _ kind: Kind = .write, chapter: String, title: String,
    solution: @escaping @Sendable () -> any Scene, checks: [Check],
    misconceptions: [Misconception] = [], solvingTypes: Set<String> = [],
    runsInTasks: Bool = false, notes: [String: String] = [:]
  ) {
    self.name = name
    self.kind = kind
    self.chapter = chapter
    self.title = title
    self.solution = solution
    self.checks = checks
    self.misconceptions = misconceptions
    self.solvingTypes = solvingTypes
    self.runsInTasks = runsInTasks
    self.notes = notes
  }

  /// A first rung that is a prediction of a page, which is a slug of the chapter's program.
  package init(_ name: String, predicting page: String, chapter: String, title: String) {
    self.init(
      name, .predict(page: page), chapter: chapter, title: title, solution: { UnplayedScene() },
      checks: [Check("The lines are those that the page prints")])
  }

  /// Whether it is a first rung, which takes five minutes and has no points.
  public var isRung: Bool { kind != .write }

  /// Whether a page is predicted. Otherwise a type is played.
  public var isPrediction: Bool {
    if case .predict = kind { true } else { false }
  }

  /// The folder in the package, for example `Chapters/Subjects/Exercises/PublishSubject`.
  public var folder: String { "Chapters/\(chapter)/\(isRung ? "Rungs" : "Exercises")/\(name)" }

  /// The author's folder in the package, for example `Sources/Exercises/Subjects/PublishSubject`.
  package var authorsFolder: String { "Sources/Exercises/\(chapter)/\(name)" }

  /// The path of the reference solution in the package.
  package var solutionFile: String { "\(authorsFolder)/\(name)Solution.swift" }

  /// The folder of other correct solutions in the package.
  package var alternatives: String { "Tests/GradingTests/Alternatives/\(name)" }

  /// The path of the file that the learner edits, in the package.
  public var file: String { "\(folder)/\(isPrediction ? "Prediction.txt" : "Exercise.swift")" }

  /// Whether a check looks for data races.
  var findsRaces: Bool { checks.contains(where: \.findsRaces) }

  public var maximum: Int { checks.reduce(0) { $0 + $1.points } }

  /// A new scene with the reference solution in it, from which the expected events come.
  package var reference: any Scene { solution() }
}

/// The scene of a prediction, which has no steps.
private struct UnplayedScene: Scene {
  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) { throw step.unknown }
}

/// One thing that an exercise must do, and the scripts that show whether it does.
package struct Check: Sendable {
  /// A sentence: "An observer receives only what comes after it".
  package let name: String
  package let points: Int
  /// The checks of the exercise, counted from 1, that have to pass first. Until they do, this one is BLOCKED.
  package let needs: [Int]
  /// Whether its scripts run a second time, with ThreadSanitizer.
  package let findsRaces: Bool
  /// Draws the scripts. Each runs in a process of its own, and all must pass.
  package let scripts: @Sendable (inout SeededGenerator) -> [Script]

  package init(
    _ name: String, points: Int = 0, needs: [Int] = [], findsRaces: Bool = false,
    @ScriptsBuilder scripts: @escaping @Sendable (inout SeededGenerator) -> [Script] = { _ in [] }
  ) {
    self.name = name
    self.points = points
    self.needs = needs
    self.findsRaces = findsRaces
    self.scripts = scripts
  }
}

/// The steps that a scene carries out, in order.
package struct Script: Sendable, Hashable {
  package let steps: [Step]
  /// The message with which the last step must end the program, where a crash is the right behaviour.
  package let crash: String?

  /// A script of lines such as `subscribe ann` and `next 7`. Blank lines are left out.
  ///
  /// - Parameters:
  ///   - parts: Lines, one part after the other. A chain of `+` takes seconds to type-check.
  ///   - crash: The message with which the last step must end the program.
  package init(_ parts: [String]..., crash: String? = nil) {
    steps = parts.joined().compactMap(Step.init(line:))
    self.crash = crash
  }

  package init(_ lines: String..., crash: String? = nil) {
    self.init(lines, crash: crash)
  }

  init(steps: [Step]) {
    self.steps = steps
    crash = nil
  }
}

/// Collects the scripts of a check: each statement of its closure is a script or an array of scripts.
@resultBuilder
package enum ScriptsBuilder {
  package static func buildExpression(_ script: Script) -> [Script] { [script] }
  package static func buildExpression(_ scripts: [Script]) -> [Script] { scripts }
  package static func buildBlock(_ scripts: [Script]...) -> [Script] { scripts.flatMap(\.self) }
  package static func buildArray(_ scripts: [[Script]]) -> [Script] { scripts.flatMap(\.self) }
}

/// A mistake that learners often make, recognised by the events of their program.
package struct Misconception: Sendable {
  /// A few words, in kebab case: `replays-to-late-observers`. Verify's variant of the same name must show it.
  package let name: String
  /// What to think about, in a sentence or two. It does not give the solution.
  package let help: String
  /// Whether the first difference of a check that failed shows it.
  package let shows: @Sendable (Difference) -> Bool

  /// Receivers in a collection without an order, as eight or more of them show.
  static let keepsNoOrder = Misconception(
    "keeps-no-order",
    "All were called, in an order that is neither the one in which they were added nor its reverse. "
      + "A `Dictionary` and a `Set` have no order: which collection keeps the one in which its "
      + "elements were added?"
  ) { difference in
    let moved = zip(difference.expected, difference.actual).filter { $0 != $1 }
    // Of a crowd, whose names have numbers: other events of the step are where they should be.
    let isOfCrowd = { (event: String) in
      event.prefix { $0 != " " && $0 != ":" }.last?.isNumber == true
    }
    return difference.expected.count >= 8 && moved.map(\.0).allSatisfy(isOfCrowd)
      && difference.expected.sorted() == difference.actual.sorted()
      && moved.map(\.0).reversed() != moved.map(\.1)
  }

  package init(
    _ name: String, _ help: String, shows: @escaping @Sendable (Difference) -> Bool
  ) {
    self.name = name
    self.help = help
    self.shows = shows
  }
}
