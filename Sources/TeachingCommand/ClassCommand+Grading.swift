internal import Classroom
internal import Concurrency
internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

extension ClassCommand {
  func grade(in context: CommandContext) throws -> ExitStatus {
    let results = ResultFolder(context.environment.folder(to.value ?? "."))
    do {
      try checkTarget(results, in: context)
      let given = try givenExercises(in: context)
      // A refused command creates no folder.
      if !FileManager.default.fileExists(atPath: results.url.path) {
        _ = try checkedRun(in: context, given, results)
      }
      context.environment.showProgress("waiting for another run with these results …")
      return try holding(results, in: context) {
        let reports = try NewReports(in: results)
        defer { reports.discard() }
        return try checkedRun(in: context, given, results)(reports)
      }
    } catch let error as ClassInputError {
      error.sentences.dropLast().forEach(context.complain)
      throw UsageError(error.sentences.last ?? "")
    } catch let error as ResultFolder.Failure {
      throw FileError(
        path: error.path, attempt: error.isWriting ? .written : .read, reason: error.reason,
        consequence: "Earlier reports and the results so far are kept.")
    }
  }

  /// Nil without `--exercises`.
  private func givenExercises(in context: CommandContext) throws(UsageError) -> [String]? {
    let known = NamedExercises(all: context.exercises.filter { !$0.isRung })
    let words = exercises.value?.split(separator: ",")
    let given = words.map { known.names($0.map { $0.trimmingCharacters(in: .whitespaces) }) }
    for name in given ?? [] where known.exercise(named: name) == nil { throw known.unknown(name) }
    try context.leaveOutTeachersExercises(of: given?.compactMap(known.exercise))
    return given
  }

  /// Checks all input. The run that it returns stores the input, and publishes the reports.
  ///
  /// It grades the given exercises, otherwise those of the last run or of the parts.
  private func checkedRun(
    in context: CommandContext, _ given: [String]?, _ results: ResultFolder
  ) throws -> (NewReports) throws -> ExitStatus {
    let folders = words.folders.map { ResultFolder(context.environment.folder($0)) }
    let names = try given ?? (merge.isGiven ? folders[0] : results).conditions()?.exercises ?? []
    let chosen = context.graded.filter { names.contains($0.name) }
    var context = context
    if !chosen.isEmpty { context.exercises = chosen }
    return try merge.isGiven
      ? merging(folders, into: results, in: context) : grading(into: results, in: context)
  }

  /// Runs the body while no other process uses the results.
  private func holding(
    _ results: ResultFolder, in context: CommandContext, _ body: () throws -> ExitStatus
  ) throws -> ExitStatus {
    let status: Result<ExitStatus, any Error>
    do throws(FileError) {
      status = try StateLock.hold(in: results.url.appending(path: "data")) { () throws(FileError) in
        context.environment.showProgress(nil)
        return Result(catching: body)
      }
    } catch {
      throw FileError(path: results.url.path, attempt: error.attempt, reason: error.reason)
    }
    return try status.get()
  }

  private func checkTarget(_ results: ResultFolder, in context: CommandContext) throws(UsageError) {
    let path = results.url.path.debugDescription
    for folder in words.folders.map(context.environment.folder)
    where results.url.resolved.hasPrefix(folder.resolved) {
      throw UsageError("--to \(path) is in a folder that is read: choose a folder elsewhere")
    }
    guard results.isReplaceable else {
      throw UsageError(
        "--to \(path) has files and no results of `class`: choose an empty or new folder")
    }
  }

  private func grading(
    into results: ResultFolder, in context: CommandContext
  ) throws -> (NewReports) throws -> ExitStatus {
    let course = try ClassFolder(
      context.environment.folder(words.folders[0]), exercises: context.graded,
      package: context.package)
    let records = try records(in: results, context)
    let learners = shard.value?.part(of: course.learners) ?? course.learners
    try records.check(course.learners)
    try context.requireTemporaryFiles()
    return { reports in
      let conditions = GradingConditions(
        seed: try seed.value.map(UInt64.init) ?? results.conditions()?.seed
          ?? UInt64(context.environment.freshSeed()),
        toolchain: (try? Toolchain.current().version) ?? "none",
        isolation: try context.isolation(required: isolation.value), exercises: context.graded,
        shard: shard.value)
      try records.keep(in: results)
      try results.writeConditions(conditions)
      let snapshots = try ClassGrading.read(
        learners, from: course, exercises: context.graded, keepingIn: results)
      return try finish(reports, snapshots, course.notes, conditions, records, in: context)
    }
  }

  private func merging(
    _ folders: [ResultFolder], into results: ResultFolder, in context: CommandContext
  ) throws -> (NewReports) throws -> ExitStatus {
    let parts = try GradedParts(folders, exercises: context.graded)
    let records = try records(in: results, parts: folders, context)
    try records.check(parts.learners)
    return { reports in
      try records.keep(in: results)
      try parts.write(to: results)
      return try finish(
        reports, try results.snapshots(), parts.notes, parts.conditions, records, in: context)
    }
  }

  private func records(
    in results: ResultFolder, parts: [ResultFolder] = [], _ context: CommandContext
  ) throws -> CourseRecords {
    let roster = try roster.value.map { path in
      let url = context.environment.file(path)
      guard FileManager.default.fileExists(atPath: url.path) else {
        throw UsageError("there is no roster \(url.path.debugDescription)")
      }
      return (bytes: try Files.read(url), file: url.lastPathComponent)
    }
    return try CourseRecords(
      in: results, parts: parts, roster: roster, latePoints: late.value,
      graceMinutes: grace.value, column: column.value, points: points.value,
      exercises: context.graded)
  }
}

extension URL {
  /// The path without symbolic links, with a slash at its end.
  fileprivate var resolved: String {
    let path = resolvingSymlinksInPath().path
    return path.hasSuffix("/") ? path : path + "/"
  }
}

extension ClassCommand {
  /// Grades the texts without a result, and writes the reports of a whole class.
  func finish(
    _ reports: NewReports, _ snapshots: [SubmissionSnapshot], _ notes: [String],
    _ conditions: GradingConditions, _ records: CourseRecords, in context: CommandContext
  ) throws -> ExitStatus {
    let isPart = shard.value != nil
    let register = try ClassRegister(
      snapshots, roster: isPart ? nil : records.roster,
      adjustments: isPart ? Adjustments() : records.adjustments, rule: records.rule,
      now: context.environment.now())
    let notes =
      (notes + snapshots.flatMap(\.notes) + records.notes(on: snapshots, isPart: isPart)
      + register.notes).map { $0.cleaned(lines: 1) }
    for note in notes { context.complain(note) }
    let lines = try gradedLines(
      snapshots, conditions, register, records.rule, isPart ? nil : reports, in: reports.results,
      context)
    guard !context.environment.interruption.isSignalled else {
      context.complain(
        "interrupted: \(lines.count) of \(snapshots.count) learners are graded; the same command "
          + "continues")
      return .failure
    }
    let all = register.lines(lines, exercises: context.graded)
    if let shard = shard.value {
      context.output.line(
        "part \(shard.number) of \(shard.count): \(lines.count) learners are graded; join the parts "
          + "with --merge")
    } else {
      let result = ClassResult(
        lines: all, exercises: context.graded, conditions: conditions, rule: records.rule,
        column: records.column, notes: notes, date: context.environment.now())
      context.environment.showProgress("comparing the texts …")
      try reports.publish(
        result, snapshots, records, package: context.package,
        threads: ProcessInfo.processInfo.activeProcessorCount, isAnonymous: anonymous.isGiven)
      context.environment.showProgress(nil)
      result.summary.forEach(context.output.line)
      context.output.line("Open \(reports.results.url.appending(path: "index.html").path)")
    }
    return all.contains(where: \.hasGraderError) ? .internalError : .success
  }

  /// Grades the learners, prints each when it is complete, and writes its feedback.
  private func gradedLines(
    _ snapshots: [SubmissionSnapshot], _ conditions: GradingConditions, _ register: ClassRegister,
    _ rule: LateRule, _ reports: NewReports?, in results: ResultFolder, _ context: CommandContext
  ) throws -> [String: ClassResult.Line] {
    var options = Grader.Options()
    options.seed = conditions.seed
    options.isolation = conditions.isolation
    options.workers = 1
    let grader = Grader(package: context.package, options: options)
    var grading = ClassGrading(snapshots, of: context.graded, under: conditions, in: results)
    grading.isMerged = merge.isGiven
    let date = context.environment.now()
    let lines = Locked<[String: ClassResult.Line]>([:])
    let run = context.environment.interruption.whileRunning({ grader.cancel() }) {
      Result {
        try grading.run(
          workers: ProcessInfo.processInfo.activeProcessorCount,
          isCancelled: { context.environment.interruption.isSignalled },
          grade: { grader.grade([$0]).exercises[0] },
          report: { event throws(ResultFolder.Failure) in
            switch event {
            case .progress(let progress): context.environment.showProgress(progress.words)
            case .done(let snapshot, let result):
              let line = register.line(of: snapshot.learner, result, exercises: context.graded)
              guard let line else { return }
              try reports?.writeFeedback(line, snapshot, result, rule: rule, date: date)
              lines.withLock { $0[snapshot.learner.slug] = line }
              context.environment.showProgress(nil)
              context.output.line(line.summary)
            }
          })
      }
    }
    context.environment.showProgress(nil)
    try run.get()
    return lines.withLock { $0 }
  }
}
