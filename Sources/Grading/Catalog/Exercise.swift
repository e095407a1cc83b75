package import Exercising

/// One exercise: its checks, their points, and the mistakes that learners often make. The task and
/// the hints are in `Task.md` and `Hints.md`, beside the file that learners edit.
public struct Exercise: Sendable {
  /// The learner's task. All kinds except ``write`` are first rungs: five minutes, no points.
  public enum Kind: Sendable, Hashable {
    /// Write a type.
    case write
    /// Fix a type that compiles and misbehaves.
    case fix
    /// Fill in the choices of a type, which a script then plays.
    case choose
    /// Write down the lines that a page of the chapter's program prints.
    case predict(page: String)
  }

  /// The exercise's name, and the name of its type. A prediction has no type.
  public let name: String
  public let kind: Kind
  public let chapter: String
  public let title: String
  package let checks: [Check]
  package let misconceptions: [Misconception]
  /// Types that would solve the exercise. A learner's file may not name them.
  let solvingTypes: Set<String>
  /// Whether the learner's type may use only tasks and actors, not threads, queues or timers.
  package let runsInTasks: Bool
  private let solution: any Scene.Type

  /// An exercise has at least four checks and three misconceptions, of which the report shows the
  /// help of the first match. A rung has no misconceptions, and its checks have no points. The
  /// title is one line, without a full stop; `solution` is the scene of the reference solution.
  package init(
    _ name: String, _ kind: Kind = .write, chapter: String, title: String,
    solution: any Scene.Type, checks: [Check], misconceptions: [Misconception] = [],
    solvingTypes: Set<String> = [], runsInTasks: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.chapter = chapter
    self.title = title
    self.solution = solution
    var checks = checks
    if kind != .write { for index in checks.indices { checks[index].points = 0 } }
    self.checks = checks
    self.misconceptions = misconceptions
    self.solvingTypes = solvingTypes
    self.runsInTasks = runsInTasks
  }

  /// Creates a first rung in which the learner predicts a page, a slug of the chapter's program.
  package init(_ name: String, predicting page: String, chapter: String, title: String) {
    self.init(
      name, .predict(page: page), chapter: chapter, title: title, solution: UnplayedScene.self,
      checks: [Check("The lines are those that the page prints")])
  }

  /// An exercise whose checks and solution only its teacher has. In this copy its file is compiled.
  package init(_ name: String, gradedByTeacherIn chapter: String, title: String) {
    self.init(
      name, chapter: chapter, title: title, solution: UnplayedScene.self,
      checks: [Check("The file compiles, and your teacher grades it", points: 0)])
  }

  /// Whether only the teacher's copy has its checks and its solution.
  package var isGradedByTeacher: Bool { kind == .write && maximum == 0 }

  /// Whether it is a first rung, which takes five minutes and has no points.
  public var isRung: Bool { kind != .write }

  /// Whether the learner predicts a page. In the other kinds, scripts play a type.
  public var isPrediction: Bool {
    if case .predict = kind { true } else { false }
  }

  /// `Chapters/Subjects/Exercises/PublishSubject`, for example.
  public var folder: String { "Chapters/\(chapter)/\(isRung ? "Rungs" : "Exercises")/\(name)" }

  /// The author's folder in the package, for example `Sources/Exercises/Subjects/PublishSubject`.
  package var authorsFolder: String { "Sources/Exercises/\(chapter)/\(name)" }

  /// The path of the reference solution in the package.
  package var solutionFile: String { "\(authorsFolder)/\(name)Solution.swift" }

  /// The folder of other correct solutions in the package.
  package var alternatives: String { "Tests/GradingTests/Alternatives/\(name)" }

  /// The path of the file that the learner edits, in the package.
  public var file: String { "\(folder)/\(isPrediction ? "Prediction.txt" : "Exercise.swift")" }

  var findsRaces: Bool { checks.contains(where: \.findsRaces) }

  /// Whether a script has to end the program with a message, in a release build by `fatalError`.
  var requiresCrash: Bool {
    var generator = SeededGenerator(seed: 1, exercise: name, check: 0)
    return checks.contains { $0.scripts(&generator).contains { $0.crash != nil } }
  }

  public var maximum: Int { checks.reduce(0) { $0 + $1.points } }

  /// A new scene with the reference solution, which produces the expected events.
  package var reference: any Scene { solution.init() }

  /// The steps of all scripts that a seed generates.
  package func steps(seed: UInt64) -> [Step] {
    checks.enumerated().flatMap { index, check in
      var generator = SeededGenerator(seed: seed, exercise: name, check: index)
      return check.scripts(&generator).flatMap(\.steps)
    }
  }

  /// The forms of the steps of its scripts.
  package var forms: StepForms { solution.forms }
}

/// The scene of an exercise whose type is not played here. It accepts no step.
private struct UnplayedScene: Scene {
  static let forms: StepForms = [:]

  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) { throw step.unknown }
}

/// A requirement of an exercise, and the scripts that test it.
package struct Check: Sendable {
  /// A sentence: "An observer receives only what comes after it".
  package let name: String
  /// In a rung, 0.
  package fileprivate(set) var points: Int
  /// The numbers, from 1, of the checks that have to pass first. Until then, this check is BLOCKED.
  package let needs: [Int]
  /// Whether its scripts run a second time, with ThreadSanitizer.
  package let findsRaces: Bool
  /// Generates the scripts. Each runs in its own process, and all must pass.
  package let scripts: @Sendable (inout SeededGenerator) -> [Script]

  package init(
    _ name: String, points: Int = 1, needs: [Int] = [], findsRaces: Bool = false,
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
  /// The message of the fatal error with which the last step must end the program, if it must.
  package let crash: String?

  /// Creates a script from lines such as `subscribe ann` and `next 7`. Ignores blank lines. The
  /// parts follow one another; a chain of `+` would take seconds to type-check.
  package init(_ parts: [String]..., crash: String? = nil) {
    steps = parts.joined().compactMap(Step.init(line:))
    self.crash = crash
  }

  package init(_ lines: String..., crash: String? = nil) { self.init(lines, crash: crash) }

  init(steps: [Step]) {
    self.steps = steps
    crash = nil
  }
}

/// Collects the scripts of a check: each statement of its closure is a script, or an array of them.
@resultBuilder
package enum ScriptsBuilder {
  package static func buildExpression(_ script: Script) -> [Script] { [script] }
  package static func buildExpression(_ scripts: [Script]) -> [Script] { scripts }
  package static func buildBlock(_ scripts: [Script]...) -> [Script] { scripts.flatMap(\.self) }
  package static func buildArray(_ scripts: [[Script]]) -> [Script] { scripts.flatMap(\.self) }
}

/// A mistake that learners often make, recognised by the events of their program.
package struct Misconception: Sendable {
  /// A few words, as in `replays-to-late-observers`. `Mistakes.diff` has its help and its variant.
  package let name: String
  /// The last steps after which it shows, by their verbs. Empty for all.
  private let verbs: [String]
  private let isShown: @Sendable (Difference) -> Bool

  /// The receivers are in an unordered collection. Eight or more of them show it.
  static let keepsNoOrder = Misconception("keeps-no-order") { difference in
    let moved = zip(difference.expected, difference.actual).filter { $0 != $1 }
    // Only members of a crowd, whose names end in a number, may have moved.
    let isOfCrowd = { (event: String) in
      event.prefix { $0 != " " && $0 != ":" }.last?.isNumber == true
    }
    return difference.expected.count >= 8 && moved.map(\.0).allSatisfy(isOfCrowd)
      && difference.expected.sorted() == difference.actual.sorted()
      && moved.map(\.0).reversed() != moved.map(\.1)
  }

  package init(
    _ name: String, at verbs: String..., isShown: @escaping @Sendable (Difference) -> Bool
  ) {
    self.name = name
    self.verbs = verbs
    self.isShown = isShown
  }

  /// Whether the first difference of a failed check shows it.
  func shows(in difference: Difference) -> Bool {
    (verbs.isEmpty || verbs.contains(String(difference.lastVerb))) && isShown(difference)
  }
}
