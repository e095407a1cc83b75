import Concurrency
import Foundation
import Grading
import Processes

/// The grading of solutions, beside the compilers and programs that it starts.
enum ClassBenchmark {
  /// The only word that selects it, because it takes minutes.
  static let word = "class"
  static let name = "class: solutions without race checks"

  /// Starts each program alone, without isolation, limits and measurement, and then as the grader
  /// does. The first start alone only fills the caches. `progress` is called before each exercise.
  static func measured(progress: (_ exercise: String) -> Void) -> MeasuredComparison {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    guard let package = PackageFolder(around: program) else {
      giveUp("\(program.path) is not in a folder of the workbook")
    }
    let alone = Locked((first: Duration.zero, second: Duration.zero))
    var options = Grader.Options()
    options.log = { command, input in
      let first = ContinuousClock().measure { start(command, input) }
      let second = ContinuousClock().measure { start(command, input) }
      alone.withLock { $0 = ($0.first + first, $0.second + second) }
    }
    let grader = Grader(package: package, options: options)
    // A check for races compiles beside the plain compiler, so the times alone would overlap.
    let exercises = Catalog.exercises.filter { !$0.checks.contains(where: \.findsRaces) }
    let total = ContinuousClock().measure {
      for exercise in exercises {
        progress(exercise.name)
        let result = grader.grade([.init(exercise, file: package.solution(exercise))])
        guard result.exercises.flatMap(\.checks).allSatisfy({ $0.verdict == .pass }) else {
          giveUp("a solution does not pass: \(result.exercises)")
        }
      }
    }
    let (first, reference) = alone.withLock { $0 }
    let grading = total - first - reference
    return MeasuredComparison(
      name: name, reference: "their bare compiles and runs",
      limit: 1.3, nanoseconds: grading / .nanoseconds(1),
      referenceNanoseconds: reference / .nanoseconds(1), ratio: grading / reference)
  }

  /// Gives a program its whole input at once, and discards its output.
  private static func start(_ command: ChildCommand, _ input: String) {
    let file = newFolder().appending(path: "input")
    do {
      try Data(input.utf8).write(to: file)
      let descriptors = [
        open(file.path, O_RDONLY | O_CLOEXEC), open("/dev/null", O_WRONLY | O_CLOEXEC),
      ]
      defer { for descriptor in descriptors { close(descriptor) } }
      try SpawnedProcess(
        command.program, command.arguments, environment: command.environment,
        descriptors: [descriptors[0], descriptors[1], descriptors[1], descriptors[1]]
      ).reap()
    } catch { giveUp("\(command.program) cannot be started: \(error)") }
  }
}
