internal import Classroom
internal import Concurrency
internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Grades a class, or joins the results of its shards, and writes the reports.
  func gradeClass(_ request: Request) throws -> ExitStatus {
    do {
      return try request.course.merges ? mergeClass(request) : gradeLearners(request)
    } catch let error as ClassInputError {
      throw UsageError(error.description)
    } catch let error as ResultFolder.Failure {
      throw FileError(
        path: error.path, attempt: error.isWriting ? .written : .read, reason: error.reason)
    }
  }

  private func gradeLearners(_ request: Request) throws -> ExitStatus {
    let results = results(of: request)
    let folder = folder(request.names.first ?? ".")
    guard !results.url.resolved.hasPrefix(folder.resolved) else {
      throw UsageError(
        "--to \(results.url.path.debugDescription) is among the submissions: choose a folder elsewhere"
      )
    }
    let course = try ClassFolder(folder, exercises: graded)
    let roster = try roster(of: request)
    let adjustments = try adjustments(in: results)
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
    return try finish(
      request, results, snapshots, conditions, roster, adjustments, notes: course.notes)
  }

  private func mergeClass(_ request: Request) throws -> ExitStatus {
    let results = results(of: request)
    let roster = try roster(of: request)
    let adjustments = try adjustments(in: results)
    let conditions = try results.merge(request.names.map { ResultFolder(folder($0)) })
    try results.writeConditions(conditions)
    return try finish(
      request, results, try results.snapshots(), conditions, roster, adjustments, notes: [])
  }

  /// Grades what has no result, and writes the reports of a whole class.
  private func finish(
    _ request: Request, _ results: ResultFolder, _ snapshots: [Snapshot],
    _ conditions: GradingConditions, _ roster: Roster?, _ adjustments: Adjustments, notes: [String]
  ) throws -> ExitStatus {
    let rule = LateRule(pointsPerDay: request.course.latePoints)
    let isPart = request.course.shard != nil
    let register = try ClassRegister(
      snapshots, roster: isPart ? nil : roster, adjustments: isPart ? Adjustments() : adjustments,
      rule: rule)
    let notes = notes + snapshots.compactMap(\.note) + register.notes
    for note in notes { complain(note) }
    let lines = try gradedLines(snapshots, conditions, register, rule, in: results)
    guard !environment.interruption.hasCome else {
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
        conditions: conditions, rule: rule, notes: notes, date: environment.now())
      environment.showProgress("comparing the texts …")
      try results.writeReports(
        result, snapshots, package: package,
        threads: ProcessInfo.processInfo.activeProcessorCount)
      environment.showProgress(nil)
      result.summary.forEach(output.line)
      output.line("All of it: \(results.url.appending(path: "index.html").path)")
    }
    return lines.values.contains(where: \.hasGraderError) ? .internalError : .success
  }

  /// Grades the learners, and prints and keeps each when it is complete.
  private func gradedLines(
    _ snapshots: [Snapshot], _ conditions: GradingConditions, _ register: ClassRegister,
    _ rule: LateRule, in results: ResultFolder
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
          isCancelled: { environment.interruption.hasCome },
          grade: { grader.grade([$0]).exercises[0] },
          report: { event throws(ResultFolder.Failure) in
            switch event {
            case .progress(let progress): environment.showProgress(progress.words)
            case .done(let snapshot, let result):
              let line = register.line(of: snapshot.learner, result, exercises: graded)
              guard let line else { return }
              try results.writeFeedback(line, snapshot, result, rule: rule, date: date)
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

  private func results(of request: Request) -> ResultFolder {
    ResultFolder(folder(request.course.results ?? "."))
  }

  private func roster(of request: Request) throws -> Roster? {
    guard let path = request.course.roster else { return nil }
    let url = URL(filePath: path, relativeTo: environment.directory).absoluteURL
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw UsageError("there is no roster \(url.path.debugDescription)")
    }
    return try Roster(try Files.read(url), file: url.lastPathComponent)
  }

  private func adjustments(in results: ResultFolder) throws -> Adjustments {
    let name = "adjustments.csv"
    return try results.bytes(at: name).map { try Adjustments($0, file: name) } ?? Adjustments()
  }
}

extension URL {
  /// The path without symbolic links, with a slash at its end.
  fileprivate var resolved: String {
    let path = resolvingSymlinksInPath().path
    return path.hasSuffix("/") ? path : path + "/"
  }
}
