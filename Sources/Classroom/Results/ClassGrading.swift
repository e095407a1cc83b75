internal import Concurrency
internal import Foundation
package import Grading
internal import LayeredStorage

/// Grades the learners of a class: each text once, several at a time. Stores each result at once.
///
/// A later run continues an interrupted one: it grades the texts without a result.
package struct ClassGrading: Sendable {
  package struct Progress: Sendable, Equatable {
    /// The number of texts to grade in this run.
    package let count: Int
    package let done: Int
    /// The learners whose results are complete.
    package let learnersDone: Int
    package let learnerCount: Int
    /// Since the beginning of the run.
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
    case done(SubmissionSnapshot, GradingResult)
  }

  struct Job: Sendable {
    let key: GradingKey
    let file: SubmissionSnapshot.File
    let exercise: Exercise
  }

  private let folder: ResultFolder
  private let exercises: [Exercise]
  private let conditions: GradingConditions
  private let snapshots: [SubmissionSnapshot]
  /// Whether the results are those of parts, which may be of another machine.
  package var isMerged = false

  package init(
    _ snapshots: [SubmissionSnapshot], of exercises: [Exercise],
    under conditions: GradingConditions, in folder: ResultFolder
  ) {
    self.snapshots = snapshots
    self.exercises = exercises
    self.conditions = conditions
    self.folder = folder
  }

  /// Reads the learners' submissions, and stores the texts and, at the end, what was read. Removes
  /// the records of all other learners.
  package static func read(
    _ learners: [Learner], from folder: ClassFolder, exercises: [Exercise],
    keepingIn results: ResultFolder
  ) throws(ResultFolder.Failure) -> [SubmissionSnapshot] {
    let snapshots = try learners.map { learner throws(ResultFolder.Failure) in
      let snapshot = try SubmissionSnapshot(
        of: learner, folder.submission(of: learner), exercises: exercises,
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

  /// Grades the texts without a result, several at a time. Blocks.
  ///
  /// `grade` is called on several threads at a time. `report` receives one event at a time, those
  /// of learners whose results are known first. After an error, earlier results remain stored.
  package func run(
    workers: Int, isCancelled: @escaping @Sendable () -> Bool = { false },
    grade: @escaping @Sendable (Grader.Attempt) -> ExerciseResult,
    report: @escaping @Sendable (Event) throws(ResultFolder.Failure) -> Void
  ) throws(ResultFolder.Failure) {
    let jobs = try missing()
    let keys = Set(jobs.map(\.key))
    /// The keys of the results that each learner waits for.
    let waiting = snapshots.map { snapshot in
      keys.intersection(snapshot.files.map { GradingKey($0, conditions) })
    }
    let state = Locked((done: 0, waiting: waiting))
    let failure = Locked<ResultFolder.Failure?>(nil)
    let attempt = { @Sendable (body: () throws(ResultFolder.Failure) -> Void) in
      do throws(ResultFolder.Failure) { try body() } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
    let clock = ContinuousClock()
    let start = clock.now
    let reports = CallQueue()
    let tell = { @Sendable (learners: [Int]) in
      reports.run {
        attempt { () throws(ResultFolder.Failure) in
          for learner in learners {
            if let result = try result(of: snapshots[learner]) {
              try report(.done(snapshots[learner], result))
            }
          }
          let (done, waiting) = state.withLock { $0 }
          try report(
            .progress(
              Progress(
                count: jobs.count, done: done, learnersDone: waiting.count(where: \.isEmpty),
                learnerCount: snapshots.count, seconds: (clock.now - start).seconds)))
        }
      }
    }
    tell(waiting.indices.filter { waiting[$0].isEmpty })
    _ = jobs.concurrentMap(threads: workers) { job in
      guard !isCancelled(), failure.withLock({ $0 == nil }) else { return }
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
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// A job for each text without a result, in the order of the learners. An error of the grader
  /// counts as a result only in the results of parts.
  func missing() throws(ResultFolder.Failure) -> [Job] {
    var seen: Set<GradingKey> = []
    var jobs: [Job] = []
    for snapshot in snapshots {
      for (exercise, file) in zip(exercises, snapshot.files) {
        let key = GradingKey(file, conditions)
        guard seen.insert(key).inserted else { continue }
        if let known = try folder.result(key), isMerged || !known.hasGraderError { continue }
        jobs.append(Job(key: key, file: file, exercise: exercise))
      }
    }
    return jobs
  }

  /// Nil if a text has no result.
  private func result(of snapshot: SubmissionSnapshot) throws(ResultFolder.Failure)
    -> GradingResult?
  {
    let results = try snapshot.files.map { file throws(ResultFolder.Failure) in
      try folder.result(GradingKey(file, conditions))
    }.compactMap(\.self)
    return results.count < snapshot.files.count ? nil : GradingResult(results, under: conditions)
  }
}

extension ResultFolder {
  fileprivate func attempt(
    _ file: SubmissionSnapshot.File, _ exercise: Exercise
  ) throws(Failure) -> Grader.Attempt {
    if let refusal = file.refusal { return Grader.Attempt(exercise, text: .failure(refusal)) }
    guard let text = try file.hash.flatMap({ hash throws(Failure) in try text(hash) }) else {
      throw Failure(
        path: url.appending(path: "data/texts/\(file.hash ?? "")").path, isWriting: false,
        reason: .notFound)
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

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
