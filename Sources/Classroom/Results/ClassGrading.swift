internal import Concurrency
package import Foundation
package import Grading
internal import LayeredStorage
package import Subcommands

/// Grades each text of a class once. Saves each result immediately, so that a run can be resumed.
package struct ClassGrading: Sendable {
  typealias Job = (path: String, file: SubmissionSnapshot.File, exercise: Exercise)

  private struct State {
    /// By their paths.
    var results: [String: ExerciseResult]
    var lines: [String: ClassResult.Line] = [:]
    var failure: FileError?
  }

  private let register: ClassRegister
  private let conditions: GradingConditions
  private let folder: ResultFolder
  /// Whether the results are those of parts, which may be of another machine.
  private let isMerged: Bool

  package init(
    _ register: ClassRegister, under conditions: GradingConditions, in folder: ResultFolder,
    isMerged: Bool = false
  ) {
    self.register = register
    self.conditions = conditions
    self.folder = folder
    self.isMerged = isMerged
  }

  /// Reads and stores the learners' submissions. Removes the records of all other learners.
  package static func read(
    _ learners: [Learner], from folder: ClassFolder, keepingIn results: ResultFolder
  ) throws(FileError) -> [SubmissionSnapshot] {
    let snapshots = try learners.map { learner throws(FileError) in
      let (snapshot, texts) = SubmissionSnapshot.read(
        folder.submission(of: learner), of: learner, exercises: folder.exercises)
      for (hash, text) in texts where !results.exists(ResultFolder.path(ofText: hash)) {
        try results.write(text, to: ResultFolder.path(ofText: hash))
      }
      try results.write(snapshot, to: "data/learners/\(learner.slug).json")
      return snapshot
    }
    let current = Set(learners.map { "\($0.slug).json" })
    results.remove(in: "data/learners") { !current.contains($0) }
    let intake = Intake(notes: folder.notes, learners: folder.learners.map(\.slug))
    try results.write(intake, to: Intake.path)
    return snapshots
  }

  /// Grades the texts without a result. Blocks.
  ///
  /// `grade` is called on several threads, `progress` and `done` one at a time; `done` receives
  /// each learner whose results are complete. After an error, earlier results remain stored.
  ///
  /// - Returns: The lines of those who have handed in nothing, or whose results are complete.
  package func run(
    workers: Int, isCancelled: @escaping @Sendable () -> Bool = { false },
    grade: @escaping @Sendable (Grader.Attempt) -> ExerciseResult,
    progress: @escaping @Sendable (String) -> Void = { _ in },
    done: @escaping @Sendable (ClassResult.Line) -> Void = { _ in }
  ) throws(FileError) -> [ClassResult.Line] {
    let (known, jobs) = stored()
    let entries = register.entries.filter { $0.snapshot != nil }
    let paths = entries.map { $0.files.map(conditions.path) }
    let state = Locked(State(results: known))
    let clock = ContinuousClock()
    let start = clock.now
    let events = CallQueue()
    let report = { @Sendable (places: [Int]) in
      events.run {
        for place in places {
          let results = state.withLock { state in paths[place].compactMap { state.results[$0] } }
          let line = register.line(of: entries[place], results)
          state.withLock { $0.lines[line.slug] = line }
          done(line)
        }
        let (count, learners) = state.withLock { ($0.results.count - known.count, $0.lines.count) }
        progress(
          Self.words(
            learners, of: entries.count, texts: count, of: jobs.count,
            seconds: (clock.now - start) / .seconds(1)))
      }
    }
    report(paths.indices.filter { paths[$0].allSatisfy { known[$0] != nil } })
    _ = jobs.concurrentMap(threads: workers) { job in
      guard !isCancelled(), state.withLock({ $0.failure == nil }) else { return }
      do throws(FileError) {
        let result = grade(try attempt(job))
        // A program that was cancelled has no result.
        guard !isCancelled() else { return }
        try folder.write(result, to: job.path)
        let complete = state.withLock { state in
          state.results[job.path] = result
          return paths.indices.filter {
            paths[$0].contains(job.path) && paths[$0].allSatisfy { state.results[$0] != nil }
          }
        }
        report(complete)
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    let (failure, lines) = state.withLock { ($0.failure, $0.lines) }
    if let failure { throw failure }
    return register.entries.compactMap {
      $0.snapshot == nil ? register.line(of: $0) : lines[$0.learner?.slug ?? ""]
    }
  }

  /// The stored results by their paths, and a job for each text without one, in the order of the
  /// learners. An error of the grader counts as a result only in the results of parts.
  func stored() -> (results: [String: ExerciseResult], jobs: [Job]) {
    var results: [String: ExerciseResult] = [:]
    var jobs: [Job] = []
    var seen: Set<String> = []
    for entry in register.entries {
      for (exercise, file) in zip(register.exercises, entry.files) {
        let path = conditions.path(of: file)
        guard seen.insert(path).inserted else { continue }
        // A damaged result is replaced.
        let known = try? folder.stored(ExerciseResult.self, at: path)
        if let known, known.isResult(of: file, exercise), isMerged || !known.hasGraderError {
          results[path] = known
        } else {
          jobs.append((path, file, exercise))
        }
      }
    }
    return (results, jobs)
  }

  package func result(
    of lines: [ClassResult.Line], column: GradeColumn, notes: [String], date: Date
  ) -> ClassResult {
    ClassResult(
      lines: lines, register: register, conditions: conditions, column: column, notes: notes,
      date: date)
  }

  private func attempt(_ job: Job) throws(FileError) -> Grader.Attempt {
    if let refusal = job.file.refusal {
      return Grader.Attempt(job.exercise, text: .failure(refusal))
    }
    let hash = job.file.hash ?? ""
    guard let text = try folder.text(hash) else {
      throw folder.failure(ResultFolder.path(ofText: hash), .read, .notFound)
    }
    return Grader.Attempt(job.exercise, text: .success(text))
  }

  /// `grading, 7 of 24 learners done, 3 min left …`, at the average speed after a few texts.
  static func words(
    _ learners: Int, of learnerCount: Int, texts done: Int, of count: Int, seconds: Double
  ) -> String {
    let left = Int((seconds / Double(max(done, 1)) * Double(count - done)).rounded(.up))
    let time =
      switch left {
      case _ where done < 4: ""
      case ..<60: ", \(left) s left"
      case ..<5_400: ", \((left + 59) / 60) min left"
      default: ", \((left + 3_599) / 3_600) h left"
      }
    return "grading, \(learners) of \(learnerCount) learners done\(time) …"
  }
}
