internal import Classroom
internal import Concurrency
internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

extension CommandContext {
  /// Grades a class, or joins the results of its shards, and writes the reports.
  func gradeClass(_ request: Request) throws -> ExitStatus {
    let results = ResultFolder(folder(request.course.results ?? "."))
    do {
      try checkTarget(results, request)
      environment.showProgress("waiting for another run with these results …")
      return try holding(results) {
        try request.course.merges
          ? mergeClass(request, into: results) : gradeLearners(request, into: results)
      }
    } catch let error as ClassInputError {
      throw UsageError(error.description)
    } catch let error as ResultFolder.Failure {
      throw FileError(
        path: error.path, attempt: error.isWriting ? .written : .read, reason: error.reason,
        consequence: "The reports are those of the last run, and results so far are kept.")
    }
  }

  /// Runs the body while no other process uses the results.
  private func holding(
    _ results: ResultFolder, _ body: () throws -> ExitStatus
  ) throws -> ExitStatus {
    let status: Result<ExitStatus, any Error>
    do throws(FileError) {
      status = try StateLock.hold(in: results.url.appending(path: "data")) { () throws(FileError) in
        environment.showProgress(nil)
        return Result(catching: body)
      }
    } catch {
      throw FileError(path: results.url.path, attempt: error.attempt, reason: error.reason)
    }
    return try status.get()
  }

  private func checkTarget(_ results: ResultFolder, _ request: Request) throws(UsageError) {
    let path = results.url.path.debugDescription
    let isAmongSubmissions = request.names.contains {
      results.url.resolved.hasPrefix(folder($0).resolved)
    }
    guard request.course.merges || !isAmongSubmissions else {
      throw UsageError("--to \(path) is among the submissions: choose a folder elsewhere")
    }
    guard results.isReplaceable else {
      throw UsageError(
        "--to \(path) has files and no results of `class`: choose an empty or new folder")
    }
  }

  private func gradeLearners(
    _ request: Request, into results: ResultFolder
  ) throws -> ExitStatus {
    let course = try ClassFolder(folder(request.names.first ?? "."), exercises: graded)
    let records = try records(of: request, in: results)
    let conditions = GradingConditions(
      seed: try request.seed.map(UInt64.init) ?? results.conditions()?.seed
        ?? UInt64(environment.freshSeed()),
      toolchain: (try? Toolchain.current().version) ?? "none",
      isolation: try isolation(request), exercises: graded,
      shard: request.course.shard)
    try results.writeConditions(conditions)
    try requireTemporaryFiles()
    let learners = request.course.shard?.part(of: course.learners) ?? course.learners
    let snapshots = try ClassGrading.read(
      learners, from: course, exercises: graded, keepingIn: results)
    return try finish(request, results, snapshots, conditions, records, notes: course.notes)
  }

  private func mergeClass(_ request: Request, into results: ResultFolder) throws -> ExitStatus {
    let records = try records(of: request, in: results)
    let conditions = try results.merge(
      request.names.map { ResultFolder(folder($0)) }, exercises: graded)
    try results.writeConditions(conditions)
    return try finish(request, results, try results.snapshots(), conditions, records, notes: [])
  }

  /// Grades what has no result, and writes the reports of a whole class.
  private func finish(
    _ request: Request, _ results: ResultFolder, _ snapshots: [Snapshot],
    _ conditions: GradingConditions, _ records: CourseRecords, notes: [String]
  ) throws -> ExitStatus {
    let isPart = request.course.shard != nil
    let register = try ClassRegister(
      snapshots, roster: isPart ? nil : records.roster,
      adjustments: isPart ? Adjustments() : records.adjustments, rule: records.rule,
      now: environment.now())
    let notes =
      (notes + snapshots.flatMap(\.notes) + (isPart ? [] : records.notes(on: snapshots))
      + register.notes).map { $0.cleaned(lines: 1) }
    for note in notes { complain(note) }
    let reports = try NewReports(in: results)
    defer { reports.discard() }
    let lines = try gradedLines(
      snapshots, conditions, register, records.rule, in: results, isPart ? nil : reports)
    guard !environment.interruption.isSignalled else {
      complain(
        "interrupted: \(lines.count) of \(snapshots.count) learners are graded; the same command "
          + "continues")
      return .failure
    }
    if let shard = request.course.shard {
      output.line(
        "part \(shard.number) of \(shard.count): \(lines.count) learners are graded; join the parts "
          + "with --merge")
    } else {
      let result = ClassResult(
        lines: register.lines(lines, exercises: graded), exercises: graded,
        conditions: conditions, rule: records.rule, notes: notes, date: environment.now())
      environment.showProgress("comparing the texts …")
      try reports.publish(
        result, snapshots, records, package: package,
        threads: ProcessInfo.processInfo.activeProcessorCount)
      environment.showProgress(nil)
      result.summary.forEach(output.line)
      output.line("Open \(results.url.appending(path: "index.html").path)")
    }
    return lines.values.contains(where: \.hasGraderError) ? .internalError : .success
  }

  /// Grades the learners, prints each when it is complete, and writes its feedback.
  private func gradedLines(
    _ snapshots: [Snapshot], _ conditions: GradingConditions, _ register: ClassRegister,
    _ rule: LateRule, in results: ResultFolder, _ reports: NewReports?
  ) throws -> [String: ClassResult.Line] {
    var options = Grader.Options()
    options.seed = conditions.seed
    options.isolation = conditions.isolation
    options.workers = 1
    options.keepsPrograms = false
    let grader = Grader(package: package, options: options)
    let grading = ClassGrading(snapshots, of: graded, under: conditions, in: results)
    let date = environment.now()
    let lines = Locked<[String: ClassResult.Line]>([:])
    let run = environment.interruption.whileRunning({ grader.cancel() }) {
      Result {
        try grading.run(
          workers: ProcessInfo.processInfo.activeProcessorCount,
          isCancelled: { environment.interruption.isSignalled },
          grade: { grader.grade([$0]).exercises[0] },
          report: { event throws(ResultFolder.Failure) in
            switch event {
            case .progress(let progress): environment.showProgress(progress.words)
            case .done(let snapshot, let result):
              let line = register.line(of: snapshot.learner, result, exercises: graded)
              guard let line else { return }
              try reports?.writeFeedback(line, snapshot, result, rule: rule, date: date)
              lines.withLock { $0[snapshot.learner.slug] = line }
              environment.showProgress(nil)
              output.line(line.summary(maximum: result.maximum))
            }
          })
      }
    }
    environment.showProgress(nil)
    try run.get()
    return lines.withLock { $0 }
  }

  private func folder(_ path: String) -> URL {
    URL(filePath: path, directoryHint: .isDirectory, relativeTo: environment.directory).absoluteURL
  }

  private func records(of request: Request, in results: ResultFolder) throws -> CourseRecords {
    let roster = try request.course.roster.map { path in
      let url = URL(filePath: path, relativeTo: environment.directory).absoluteURL
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw UsageError("there is no roster \(url.path.debugDescription)")
      }
      return (bytes: try Files.read(url), file: url.lastPathComponent)
    }
    return try CourseRecords(
      in: results, roster: roster, latePoints: request.course.latePoints,
      graceMinutes: request.course.graceMinutes)
  }
}

extension URL {
  /// The path without symbolic links, with a slash at its end.
  fileprivate var resolved: String {
    let path = resolvingSymlinksInPath().path
    return path.hasSuffix("/") ? path : path + "/"
  }
}
