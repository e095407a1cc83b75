import Concurrency
import Foundation
import Grading
import Processes

extension Comparison {
  /// The grading of a class: six submissions of all exercises in a round, 24 in four rounds. No two
  /// texts are equal. Both sides start as many programs at a time as there are processors.
  static let course = [
    Comparison(
      name: "class: six submissions of all exercises", reference: "their bare compiles and runs",
      limit: 1.3, takesMinutes: true
    ) {
      let launches = BareLaunches()
      let course = Course(launches)
      return (subject: { _ in course.gradeSix() }, reference: { _ in launches.startAll() })
    }
  ]

  fileprivate static let processors = ProcessInfo.processInfo.activeProcessorCount
}

private final class Course: Sendable {
  private let package: PackageFolder
  /// The texts of each exercise: two or three that pass, the rest with a mistake.
  private let texts: [(exercise: Exercise, texts: [String])]
  private let launches: BareLaunches
  private let rounds = Locked(0)

  init(_ launches: BareLaunches) {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    guard let package = PackageFolder(around: program) else {
      giveUp("\(program.path) is not in a folder of the workbook")
    }
    self.package = package
    self.launches = launches
    texts = must { try Catalog.exercises.map { ($0, try Self.texts(of: $0, in: package)) } }
  }

  private static func texts(of exercise: Exercise, in package: PackageFolder) throws -> [String] {
    let solution = try String(contentsOf: package.solution(exercise), encoding: .utf8)
    let folder = package.alternatives(exercise)
    let alternatives = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .prefix(2).map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let variants = try Mistakes(file: package.mistakes(exercise))
    let wrong = [
      variants.wrong[0], variants.wrong[variants.wrong.count / 2], variants.misconceptions[0],
    ]
    return try [solution] + alternatives + wrong.map { try $0.applied(to: solution) }
  }

  /// Grades as `workbook class` does.
  func gradeSix() {
    let round = rounds.withLock { rounds in
      defer { rounds += 1 }
      return rounds
    }
    var options = Grader.Options()
    options.seed = 7
    options.workers = Comparison.processors
    options.log = launches.add
    let grader = Grader(package: package, options: options)
    let result = grader.grade(
      (0..<6).flatMap { learner in
        texts.map { exercise, texts in
          let text = texts[learner % texts.count] + "\n// Learner \(learner) of round \(round).\n"
          return Grader.Attempt(exercise, text: .success(text))
        }
      })
    // A program that waits forever would also do so on the bare side.
    let hasEnded = result.exercises.flatMap(\.checks).allSatisfy {
      ![.graderError, .timeout].contains($0.verdict)
    }
    guard hasEnded else { giveUp("a submission did not end: \(result.exercises)") }
    launches.keep(grader)
  }
}

/// Starts the compilers and programs of a grading again without the grader: no isolation, no
/// limits, no measurement. Each receives its script at once, and its output is discarded.
private final class BareLaunches: Sendable {
  /// A compiler, and the runs of its program.
  private struct Job: Sendable {
    /// The folder with copies of the learner's files.
    let folder: URL
    var launches: [Launch] = []
  }

  private struct State {
    /// By the grader's folders.
    var jobs: [URL: Job] = [:]
    /// Keeps the files that compilers need besides the learner's.
    var grader: Grader?
  }

  private let state = Locked(State())

  func add(_ launch: Launch) {
    state.withLock { state in
      state.jobs[launch.folder, default: Job(folder: copy(launch.folder))].launches.append(launch)
    }
  }

  /// Keeps the grader until its programs are started again.
  func keep(_ grader: Grader) { state.withLock { $0.grader = grader } }

  private func copy(_ folder: URL) -> URL {
    let copy = newFolder().appending(path: "copy")
    must { try FileManager.default.copyItem(at: folder, to: copy) }
    return copy
  }

  /// Starts all launches that were added since the last call, and waits for each.
  func startAll() {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    _ = Array(state.jobs.values).concurrentMap(threads: Comparison.processors) { job in
      for launch in job.launches { Self.start(launch, in: job.folder) }
      try? FileManager.default.removeItem(at: job.folder)
    }
    withExtendedLifetime(state.grader) {}
  }

  private static func start(_ launch: Launch, in folder: URL) {
    let inCopy = { (text: String) in text.replacing(launch.folder.path, with: folder.path) }
    var environment = launch.environment.mapValues(inCopy)
    environment["HOME"] = environment["HOME"].map { _ in folder.path }
    environment["TMPDIR"] = folder.path
    let input = folder.appending(path: "input")
    do {
      try Data(launch.input.utf8).write(to: input)
      let descriptors = [
        open(input.path, O_RDONLY | O_CLOEXEC), open("/dev/null", O_WRONLY | O_CLOEXEC),
      ]
      defer { for descriptor in descriptors { close(descriptor) } }
      let process = try SpawnedProcess(
        inCopy(launch.program), launch.arguments.map(inCopy), environment: environment,
        descriptors: [descriptors[0], descriptors[1], descriptors[1], descriptors[1]])
      process.reap()
    } catch { giveUp("\(launch.program) cannot be started: \(error)") }
  }
}
