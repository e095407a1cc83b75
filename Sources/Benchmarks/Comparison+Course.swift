import Classroom
import Concurrency
import Foundation
import Grading
import Processes

extension Comparison {
  /// The grading of a class, which takes minutes.
  ///
  /// A round has six submissions of all exercises, and four rounds have 24. No two texts are equal.
  /// Both sides start as many programs at a time as there are processors.
  static let course = [
    Comparison(
      name: "class: six submissions of all exercises", reference: "their bare compiles and runs",
      limit: 1.3, takesMinutes: true
    ) {
      let launches = BareLaunches()
      let course = Course(launches)
      return (
        subject: { _ in course.gradeSix() },
        reference: { _ in launches.startAll(threads: Course.processors) }
      )
    }
  ]
}

/// Grades a class as `workbook class` does.
private final class Course: Sendable {
  static let processors = ProcessInfo.processInfo.activeProcessorCount

  private let package: PackageFolder
  /// The texts of each exercise: two or three that pass, the rest with a mistake.
  private let texts: [(exercise: Exercise, texts: [String])]
  private let launches: BareLaunches
  private let rounds = Locked(0)

  init(_ launches: BareLaunches) {
    guard let package = PackageFolder(around: launches.program) else {
      giveUp("\(launches.program.path) is not in a folder of the workbook")
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

  func gradeSix() {
    let round = rounds.withLock { rounds in
      defer { rounds += 1 }
      return rounds
    }
    must { try grade(round) }
  }

  private func grade(_ round: Int) throws {
    let folder = WorkloadFolder()
    let submissions = folder.url.appending(path: "submissions")
    for learner in 0..<6 {
      let place = submissions.appending(path: "learner-\(learner)")
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (exercise, texts) in texts {
        let text = texts[learner % texts.count] + "\n// Learner \(learner) of round \(round).\n"
        try Data(text.utf8).write(to: place.appending(path: "\(exercise.name).swift"))
      }
    }
    let results = ResultFolder(folder.url.appending(path: "results"))
    let exercises = texts.map(\.exercise)
    let course = try ClassFolder(submissions, exercises: exercises)
    let conditions = GradingConditions(
      seed: 7, toolchain: try Toolchain.current().version,
      isolation: IsolationProbe.ofThisMachine.level, exercises: exercises, shard: nil)
    let snapshots = try ClassGrading.read(
      course.learners, from: course, exercises: exercises, keepingIn: results)
    try grade(snapshots, conditions, exercises, in: results)
  }

  private func grade(
    _ snapshots: [SubmissionSnapshot], _ conditions: GradingConditions, _ exercises: [Exercise],
    in results: ResultFolder
  ) throws {
    let records = try CourseRecords(in: results)
    let register = try ClassRegister(
      snapshots, roster: records.roster, adjustments: records.adjustments, rule: records.rule,
      now: Date())
    let reports = try NewReports(in: results)
    var options = Grader.Options()
    options.seed = conditions.seed
    options.workers = 1
    options.keepsPrograms = false
    options.log = launches.add
    let grader = Grader(package: package, options: options)
    let lines = Locked<[String: ClassResult.Line]>([:])
    try ClassGrading(snapshots, of: exercises, under: conditions, in: results).run(
      workers: Self.processors, grade: { grader.grade([$0]).exercises[0] },
      report: { event throws(ResultFolder.Failure) in
        guard case .done(let snapshot, let result) = event,
          let line = register.line(of: snapshot.learner, result, exercises: exercises)
        else { return }
        // A program that waits forever would also do so on the bare side.
        let ends = result.exercises.flatMap(\.checks).allSatisfy {
          ![.graderError, .timeout].contains($0.verdict)
        }
        guard ends else { giveUp("a submission did not end: \(result.exercises)") }
        try reports.writeFeedback(line, snapshot, result, rule: records.rule, date: Date())
        lines.withLock { $0[snapshot.learner.slug] = line }
      })
    let result = ClassResult(
      lines: register.lines(lines.withLock { $0 }, exercises: exercises), exercises: exercises,
      conditions: conditions, rule: records.rule, notes: [], date: Date())
    try reports.publish(result, snapshots, records, package: package, threads: Self.processors)
    launches.keep(grader)
  }
}

/// Starts the compilers and programs of a grading again without the grader: no isolation, no
/// limits, no measurement. Each receives its script at once, and its output is discarded.
private final class BareLaunches: Sendable {
  /// A compiler, and the runs of its program.
  private struct Job: Sendable {
    /// The folder of the grader.
    let original: URL
    /// The folder with copies of the learner's files.
    let folder: URL
    var launches: [Launch]
  }

  private struct State {
    var jobs: [Job] = []
    /// Keeps the files that compilers need besides the learner's.
    var grader: Grader?
  }

  let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
  private let scratch = WorkloadFolder()
  private let state = Locked(State())

  func add(_ launch: Launch) {
    state.withLock { state in
      if let place = state.jobs.firstIndex(where: { $0.original == launch.folder }) {
        state.jobs[place].launches.append(launch)
      } else {
        let folder = copy(launch.folder)
        state.jobs.append(Job(original: launch.folder, folder: folder, launches: [launch]))
      }
    }
  }

  /// Keeps the grader until its programs are started again.
  func keep(_ grader: Grader) { state.withLock { $0.grader = grader } }

  private func copy(_ folder: URL) -> URL {
    let copy = scratch.url.appending(path: UUID().uuidString)
    must { try FileManager.default.copyItem(at: folder, to: copy) }
    return copy
  }

  /// Starts all launches that were added since the last call, and waits for each.
  func startAll(threads: Int) {
    let state = state.withLock { state in
      defer { state = State() }
      return state
    }
    _ = state.jobs.concurrentMap(threads: threads) { job in
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
