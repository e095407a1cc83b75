import Concurrency
import Exercising
import Foundation
import Processes
import TestSupport

@testable import Grading

/// An attack that begins when the learner's type is created, in any exercise.
enum ExerciseAttack: String, CaseIterable {
  case exitsLikeAStarter
  case forges
  case floods
  case deletesItsFolder
  case endsItsParent

  var verdicts: Set<Verdict> {
    switch self {
    case .exitsLikeAStarter, .forges: [.stopped]
    // Without root, the parent is a process of the same user, and its end ends the program.
    case .endsItsParent: [.stopped, .crash]
    case .floods: [.limit]
    // Some stubs pass their first check, and deleting the folder does not prevent that.
    case .deletesItsFolder: [.pass, .fail, .stopped, .crash]
    }
  }

  private var code: String {
    switch self {
    case .exitsLikeAStarter: "_exit(97)"
    case .forges:
      #"_ = "0 ready 0 \n1 step 0 \n2 end 1 \n".withCString { write(3, $0, strlen($0)) }; _exit(0)"#
    case .floods:
      #"while true { print("more and more and more and more and more and more and more") }"#
    case .deletesItsFolder: #"system("rm -rf * /program 2> /dev/null; chmod 0 .")"#
    case .endsItsParent:
      "kill(getppid(), SIGKILL); kill(\(getpid()), SIGKILL); kill(-1, SIGKILL); _exit(0)"
    }
  }

  /// A file that begins the attack that the name of the program ends with.
  static var source: String {
    let cases = allCases.map { "case \"\($0.rawValue)\": \($0.code)" }
    return """
      enum Attack {
        static func begin() {
          switch CommandLine.arguments[0].split(separator: "-").last {
          \(cases.joined(separator: "\n    "))
          default: break
          }
        }
      }

      """
  }
}

/// One program with the stubs of all exercises and rungs. Its name selects the exercise and the
/// attack.
struct AttackedCourse {
  /// A prediction is a text without a program.
  static let exercises = Catalog.all.filter { !$0.isPrediction }

  /// Owns the folder of the package.
  private let submission: SubmittedFolder
  private let context: GradingContext
  private let program: URL

  init() throws {
    submission = try SubmittedFolder()
    let all = Exercise(
      "All", chapter: "Attacked", title: "", solution: SubjectScene<PublishSubject>.self,
      checks: [], misconceptions: [])
    let package = PackageFolder(submission.folder.appending(path: "package"))
    try URL.testedPackage.copy(["Sources/CSQLite"], to: package.url)
    context = try GradingContext(
      package: package, options: .init(), runner: ChildRunner())
    program = try context.compiler.compile(Self.merged(), for: all, main: Self.main)
  }

  /// Runs the first script of each exercise with two attacks: the one on its folder, which the
  /// scene may use, and one of the others.
  func run() -> [(exercise: String, attack: ExerciseAttack, verdict: Verdict)] {
    let others = ExerciseAttack.allCases.filter { $0 != .deletesItsFolder }
    let pairs = Self.exercises.enumerated().flatMap { index, exercise in
      [(exercise, .deletesItsFolder), (exercise, others[index % others.count])]
    }
    return pairs.concurrentMap(threads: 2) { [context, program] exercise, attack in
      let verdict = try? Self.verdict(program, attack, exercise, in: context)
      return (exercise.name, attack, verdict ?? .graderError)
    }
  }

  private static func verdict(
    _ program: URL, _ attack: ExerciseAttack, _ exercise: Exercise, in context: GradingContext
  ) throws -> Verdict {
    let copy = try context.runner.workspace.folder("attack")
      .appending(path: "\(exercise.name)-\(attack.rawValue)")
    try FileManager.default.linkItem(at: program, to: copy)
    var generator = SeededGenerator(seed: 1, exercise: exercise.name, check: 0)
    let scripts = exercise.checks[0].scripts(&generator)
    guard let script = scripts.first else { return .graderError }
    return try context.compare(CompiledAttempt(copy), with: script, of: exercise).verdict
  }

  /// The stubs, each with the attack in its type.
  private static func merged() throws -> String {
    let texts = try exercises.map { exercise in
      let stub = try String(contentsOf: PackageFolder.tested.stub(exercise), encoding: .utf8)
      let type = try Regex("(class|actor|struct) \(exercise.name)\\b[^{]*\\{")
      return stub.replacing(type, maxReplacements: 1) { match in
        stub[match.range] + "\n  private let attacked: Void = Attack.begin()\n"
      }
      .replacing("{ .undecided }", with: "{ Attack.begin(); return .undecided }")
    }
    let lines = (texts + [ExerciseAttack.source]).joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let isImport = { (line: Substring) in line.hasPrefix("import ") }
    return (Set(lines.filter(isImport)).sorted() + lines.filter { !isImport($0) })
      .joined(separator: "\n")
  }

  /// Plays the scene of the exercise that the program's name begins with.
  private static var main: String {
    let scenes = exercises.map { exercise in
      "case \"\(exercise.name)\": \(type(of: exercise.reference)).play()"
    }
    return """
      import Exercising

      @main enum Program {
        static func main() {
          let name = CommandLine.arguments[0].split(separator: "/").last ?? ""
          switch name.split(separator: "-").first {
          \(scenes.joined(separator: "\n    "))
          default: break
          }
        }
      }

      """
  }
}
