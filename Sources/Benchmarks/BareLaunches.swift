import Concurrency
import Foundation
import Grading
import Processes

/// Starts the compilers and programs of a grading again without the grader: no isolation, no
/// limits, no measurement. Each receives its script at once, and its output is discarded.
final class BareLaunches: Sendable {
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
