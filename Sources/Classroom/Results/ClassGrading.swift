internal import Concurrency
package import Foundation
package import Grading
internal import LayeredStorage

/// Grades the learners of a class: each text once, several at a time. Stores each result at once,
/// so that a later run continues an interrupted one.
package struct ClassGrading: Sendable {
  package struct Progress: Sendable, Equatable {
    package let count: Int
    package let done: Int
    package let learnersDone: Int
    package let learnerCount: Int
    package let seconds: Double

    /// `grading, 7 of 24 learners done, 3 min left …`
    package var words: String {
      "grading, \(learnersDone) of \(learnerCount) learners done\(timeLeft.map { ", \($0) left" } ?? "") …"
    }

    /// The time left at the average speed so far. Nil for the first few texts.
    private var timeLeft: String? {
      guard done >= 4 else { return nil }
      let seconds = Int((seconds / Double(done) * Double(count - done)).rounded(.up))
      switch seconds {
      case ..<60: return "\(seconds) s"
      case ..<5_400: return "\((seconds + 59) / 60) min"
      default: return "\((seconds + 3_599) / 3_600) h"
      }
    }
  }

  package enum Event: Sendable {
    case progress(Progress)
    /// All texts of a learner have results.
    case done(ClassResult.Line)
  }

  typealias Job = (key: GradingKey, file: SubmissionSnapshot.File, exercise: Exercise)

  private struct State {
    var done = 0
    /// The keys of the results that each learner waits for.
    var waiting: [Set<GradingKey>]
    var lines: [String: ClassResult.Line] = [:]
    var failure: ResultFolder.Failure?
  }

  private let snapshots: [SubmissionSnapshot]
  private let register: ClassRegister
  private let conditions: GradingConditions
  private let folder: ResultFolder
  /// Whether the results are those of parts, which may be of another machine.
  package var isMerged = false

  package init(
    _ snapshots: [SubmissionSnapshot], for register: ClassRegister,
    under conditions: GradingConditions, in folder: ResultFolder
  ) {
    self.snapshots = snapshots
    self.register = register
    self.conditions = conditions
    self.folder = folder
  }

  /// Reads the learners' submissions, and stores the texts and, at the end, what was read. Removes
  /// the records of all other learners.
  package static func read(
    _ learners: [Learner], from folder: ClassFolder, keepingIn results: ResultFolder
  ) throws(ResultFolder.Failure) -> [SubmissionSnapshot] {
    let snapshots = try learners.map { learner throws(ResultFolder.Failure) in
      let snapshot = try SubmissionSnapshot(
        of: learner, folder.submission(of: learner), exercises: folder.exercises,
        keep: { text, hash throws(ResultFolder.Failure) in try results.keep(text, hash: hash) })
      try results.write(snapshot, to: "data/learners/\(learner.slug).json")
      return snapshot
    }
    let current = Set(learners.map { "\($0.slug).json" })
    results.remove(in: "data/learners") { !current.contains($0) }
    let reading = Reading(notes: folder.notes, learners: folder.learners.map(\.slug))
    try results.write(reading, to: Reading.path)
    return snapshots
  }

  /// Grades the texts without a result, and writes the feedback of each learner whose results are
  /// complete. Blocks.
  ///
  /// `grade` is called on several threads at a time, `report` with one event at a time, those of
  /// learners whose results are known first. After an error, earlier results remain stored.
  ///
  /// - Returns: The lines of the learners whose results are complete, and of those who have handed
  ///   in nothing.
  package func run(
    workers: Int, writing reports: NewReports?, at date: Date,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    grade: @escaping @Sendable (Grader.Attempt) -> ExerciseResult,
    report: @escaping @Sendable (Event) -> Void
  ) throws(ResultFolder.Failure) -> [ClassResult.Line] {
    let jobs = try missing()
    let keys = Set(jobs.map(\.key))
    let waiting = snapshots.map { snapshot in
      keys.intersection(snapshot.files.map { GradingKey($0, conditions) })
    }
    let state = Locked(State(waiting: waiting))
    let attempt = { @Sendable (body: () throws(ResultFolder.Failure) -> Void) in
      do throws(ResultFolder.Failure) { try body() } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let origin = conditions.origin(date)
    let clock = ContinuousClock()
    let start = clock.now
    let events = CallQueue()
    let tell = { @Sendable (learners: [Int]) in
      events.run {
        attempt { () throws(ResultFolder.Failure) in
          for learner in learners {
            guard let result = try result(of: snapshots[learner]),
              let line = register.line(of: snapshots[learner].learner, result)
            else { continue }
            try reports?.writeFeedback(line, snapshots[learner], result, register.rule, origin)
            state.withLock { $0.lines[line.slug] = line }
            report(.done(line))
          }
          let (done, waiting) = state.withLock { ($0.done, $0.waiting) }
          report(
            .progress(
              Progress(
                count: jobs.count, done: done, learnersDone: waiting.count(where: \.isEmpty),
                learnerCount: snapshots.count, seconds: (clock.now - start) / .seconds(1))))
        }
      }
    }
    tell(waiting.indices.filter { waiting[$0].isEmpty })
    _ = jobs.concurrentMap(threads: workers) { job in
      guard !isCancelled(), state.withLock({ $0.failure == nil }) else { return }
      attempt { () throws(ResultFolder.Failure) in
        let result = grade(try folder.attempt(job.file, job.exercise))
        // A program that was cancelled has no result.
        guard !isCancelled() else { return }
        try folder.keep(result, for: job.key)
        tell(
          state.withLock { state in
            state.done += 1
            return state.waiting.indices.filter {
              state.waiting[$0].remove(job.key) != nil && state.waiting[$0].isEmpty
            }
          })
      }
    }
    let (failure, lines) = state.withLock { ($0.failure, $0.lines) }
    if let failure { throw failure }
    return register.lines(lines)
  }

  /// A job for each text without a result, in the order of the learners. An error of the grader
  /// counts as a result only in the results of parts.
  func missing() throws(ResultFolder.Failure) -> [Job] {
    var seen: Set<GradingKey> = []
    var jobs: [Job] = []
    for snapshot in snapshots {
      for (exercise, file) in zip(register.exercises, snapshot.files) {
        let key = GradingKey(file, conditions)
        guard seen.insert(key).inserted else { continue }
        if let known = try folder.result(key), isMerged || !known.hasGraderError { continue }
        jobs.append((key, file, exercise))
      }
    }
    return jobs
  }

  /// Nil if a text has no result.
  private func result(
    of snapshot: SubmissionSnapshot
  ) throws(ResultFolder.Failure) -> GradingResult? {
    var results: [ExerciseResult] = []
    for file in snapshot.files {
      guard let result = try folder.result(GradingKey(file, conditions)) else { return nil }
      results.append(result)
    }
    return GradingResult(results, under: conditions)
  }
}

extension ResultFolder {
  fileprivate func attempt(
    _ file: SubmissionSnapshot.File, _ exercise: Exercise
  ) throws(Failure) -> Grader.Attempt {
    if let refusal = file.refusal { return Grader.Attempt(exercise, text: .failure(refusal)) }
    let hash = file.hash ?? ""
    guard let text = try text(hash) else {
      throw Failure(
        path: url.appending(path: Self.path(ofText: hash)).path, isWriting: false, reason: .notFound
      )
    }
    return Grader.Attempt(exercise, text: .success(text))
  }
}

extension GradingResult {
  init(_ exercises: [ExerciseResult], under conditions: GradingConditions) {
    self.init(
      exercises: exercises, seed: conditions.seed, isolation: conditions.isolation,
      toolchain: conditions.toolchain, seconds: exercises.reduce(0) { $0 + $1.seconds })
  }
}
