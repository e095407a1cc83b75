import Exercising
import Foundation
import Processes
import TestSupport

@testable import Grading

/// Submitted files, in a folder that is removed with this value.
final class SubmittedFolder {
  private let temporary: TemporaryFolder

  init() throws { temporary = try TemporaryFolder("submission") }

  var folder: URL { temporary.url }

  /// A path in the folder.
  func place(_ name: String = "Exercise.swift") -> URL { folder.appending(path: name) }

  func file(_ text: String, as name: String = "Exercise.swift") throws -> URL {
    try file(Data(text.utf8), as: name)
  }

  func file(_ bytes: Data, as name: String = "Exercise.swift") throws -> URL {
    try bytes.write(to: place(name))
    return place(name)
  }

  /// A subject that runs this code for each signal, and then removes its observers.
  func subject(
    on code: String, as name: String = "Exercise.swift", imports: String = ""
  ) throws -> URL {
    try file(
      """
      import Exercising
      \(imports)
      final class PublishSubject: SubjectRequirements {
        private var observers: [(Signal) -> Void] = []
        init() {}
        func on(_ signal: Signal) { \(code) }
        func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
          observers.append(observer)
          return {}
        }
      }
      """, as: name)
  }

  /// A subject whose action depends on the signal: one program for several tests.
  func various() throws -> URL {
    try subject(
      on: """
        switch signal {
        case .completed, .next(2): observers.forEach { $0(signal) }
        case .next(3): observers.forEach { $0(signal); $0(signal) }
        case .next(4): observers.removeAll { _ in observers.isEmpty }
        case .next(5):
          let file = fopen("name", "r")
          if let place = strdup("name") { print(place[1000], file == nil) }
        default: break
        }
        """, as: "Various.swift", imports: "import Foundation\n")
  }

  /// The checks of ``various()``, without help and lines to review. It is compiled once.
  static func gradeVarious(as exercise: Exercise, seed: UInt64 = 1) throws -> ExerciseResult {
    let (context, program) = try compiled.get()
    let attempt = Grader.Attempt(exercise, text: .failure(.missing))
    var options = Grader.Options()
    options.seed = seed
    let grading = ExerciseGrading(attempt: attempt, options: options)
    return grading.exerciseResult(grading.results(of: CompiledAttempt(program), in: context))
  }

  private static let compiled = Result {
    #if os(Linux)
      // A static value is never released. Elsewhere the next command removes its files.
      atexit { SubmittedFolder.workspace.remove() }
    #endif
    let context = try GradingContext(
      package: .tested, options: .init(), runner: ChildRunner(in: workspace))
    let text = try withExtendedLifetime(SubmittedFolder()) {
      try SubmittedFile.text(of: $0.various())
    }
    return (context, try context.compiler.compile(text, for: .publishSubject))
  }
  private static let workspace = Workspace()

  /// Grades files as solutions of PublishSubject, or of an exercise that replaces it.
  func grade(
    _ files: [URL], as exercise: Exercise = .publishSubject, _ options: Grader.Options? = nil
  ) -> GradingResult {
    let grader = options.map { Grader(package: .tested, options: $0) } ?? Self.grader
    return grader.grade(files.map { .init(exercise, file: $0) })
  }

  #if os(Linux)
    /// A shared grader for tests without options.
    private static let grader: Grader = {
      atexit { SubmittedFolder.grader.cancel() }
      return Grader(package: .tested)
    }()
  #else
    /// A new grader for each call. It removes its programs when it is released.
    private static var grader: Grader { Grader(package: .tested) }
  #endif
}

extension Exercise {
  /// An exercise with PublishSubject's files and solution, and other checks.
  static func standIn(
    _ checks: [Check], misconceptions: [Misconception] = []
  ) -> Exercise {
    Exercise(
      "PublishSubject", chapter: "Subjects", title: publishSubject.title,
      solution: SubjectScene<PublishSubject>.self, checks: checks,
      misconceptions: misconceptions)
  }
}

extension Check {
  /// A check for one point with a fixed script.
  init(_ name: String, needs: [Int] = [], lines: [String], crash: String? = nil) {
    self.init(name, points: 1, needs: needs) { _ in Script(lines, crash: crash) }
  }
}

extension ExerciseResult {
  /// `1.1 PASS 2/2` of each check.
  var summary: [String] {
    checks.map { "\($0.number) \($0.verdict.rawValue) \($0.score)/\($0.maximum)" }
  }
}

extension PackageFolder {
  /// The package that contains these tests.
  static var tested: PackageFolder { PackageFolder(.testedPackage) }
}
