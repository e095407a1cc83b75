internal import Classroom
internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

extension ClassCommand: TeachersCommand {
  func work(in context: CommandContext) throws -> ExitStatus {
    let results = ResultFolder(context.environment.folder(to.value ?? "."))
    do {
      try checkTarget(results, in: context)
      let given = try givenExercises(in: context)
      // A refused command creates no folder.
      if !FileManager.default.fileExists(atPath: results.url.path) {
        _ = try input(for: results, given, in: context)
      }
      context.environment.showProgress("waiting for another run with these results …")
      let lock = try Files.lock(results.url.appending(path: "data"))
      defer { close(lock) }
      context.environment.showProgress(nil)
      let reports = try NewReports(in: results)
      defer { reports.discard() }
      return try run(input(for: results, given, in: context), reports)
    } catch let error as ClassInputError {
      error.sentences.dropLast().forEach(context.complain)
      throw UsageError(error.sentences.last ?? "")
    }
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

  private func givenExercises(in context: CommandContext) throws(UsageError) -> [String]? {
    let known = NamedExercises(all: context.exercises.filter { !$0.isRung })
    let words = exercises.value?.split(separator: ",")
    let given = words.map { known.names($0.map { $0.trimmingCharacters(in: .whitespaces) }) }
    for name in given ?? [] where known.exercise(named: name) == nil { throw known.unknown(name) }
    try context.leaveOutTeachersExercises(of: given?.compactMap(known.exercise))
    return given
  }
}

/// The input of a run, checked before anything is stored.
private struct ClassInput {
  let records: CourseRecords
  /// Its exercises are those to grade.
  let context: CommandContext
  /// Stores the records with the submissions or the parts.
  let store: () throws -> ([SubmissionSnapshot], notes: [String], GradingConditions)
}

extension ClassCommand {
  /// The exercises are the given ones, otherwise those of the last run or of the parts.
  private func input(
    for results: ResultFolder, _ given: [String]?, in context: CommandContext
  ) throws -> ClassInput {
    let folders = words.folders.map { ResultFolder(context.environment.folder($0)) }
    let parts = merge.isGiven ? folders : []
    let names = try given ?? (parts.first ?? results).conditions()?.exercises ?? []
    let chosen = context.graded.filter { names.contains($0.name) }
    var context = context
    if !chosen.isEmpty { context.exercises = chosen }
    if merge.isGiven {
      let joined = try GradedParts(parts, exercises: context.graded)
      let records = try records(in: results, parts, context)
      try records.check(joined.snapshots.map(\.learner))
      return ClassInput(records: records, context: context) {
        try records.keep(in: results)
        try joined.write(to: results)
        return (joined.snapshots, joined.notes, joined.conditions)
      }
    }
    let course = try ClassFolder(
      folders[0].url, exercises: context.graded, package: context.package)
    let records = try records(in: results, [], context)
    try records.check(course.learners)
    try context.requireTemporaryFiles()
    return ClassInput(records: records, context: context) { [context] in
      let conditions = GradingConditions(
        seed: try seed.value.map(UInt64.init) ?? results.conditions()?.seed
          ?? UInt64(context.environment.freshSeed()),
        toolchain: (try? Toolchain.current().version) ?? "none",
        isolation: try context.isolation(required: isolation.value), exercises: context.graded,
        shard: shard.value)
      try records.keep(in: results)
      try results.writeConditions(conditions)
      let learners = shard.value?.part(of: course.learners) ?? course.learners
      let snapshots = try ClassGrading.read(learners, from: course, keepingIn: results)
      return (snapshots, course.notes, conditions)
    }
  }

  private func records(
    in results: ResultFolder, _ parts: [ResultFolder], _ context: CommandContext
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

  /// Stores the input, grades the texts without a result, and publishes the reports.
  private func run(_ input: ClassInput, _ reports: NewReports) throws -> ExitStatus {
    let (records, context) = (input.records, input.context)
    let (snapshots, found, conditions) = try input.store()
    let isPart = shard.value != nil
    let date = context.environment.now()
    let register = try ClassRegister(
      snapshots, of: context.graded, roster: isPart ? nil : records.roster,
      adjustments: isPart ? Adjustments() : records.adjustments, rule: records.rule, now: date)
    let notes =
      (found + snapshots.flatMap(\.notes) + records.notes(on: snapshots, isPart: isPart)
      + register.notes).map { $0.cleaned(lines: 1) }
    for note in notes { context.complain(note) }
    let grading = ClassGrading(
      register, under: conditions, in: reports.results, isMerged: merge.isGiven)
    let lines = try lines(of: grading, conditions, in: context)
    let count = lines.count(where: \.isPresent)
    if context.environment.interruption.isSignalled {
      return context.fail(
        "interrupted: \(count) of \(snapshots.count) learners are graded; the same command continues"
      )
    }
    if let shard = shard.value {
      context.output.line(
        "part \(shard.number) of \(shard.count): \(count) "
          + "\(count == 1 ? "learner is" : "learners are") graded; join the parts with --merge")
    } else {
      let result = grading.result(of: lines, column: records.column, notes: notes, date: date)
      context.environment.showProgress("comparing the texts …")
      try reports.publish(
        result, records, package: context.package,
        threads: ProcessInfo.processInfo.activeProcessorCount, isAnonymous: anonymous.isGiven)
      context.environment.showProgress(nil)
      result.summary.forEach(context.output.line)
      context.output.line("Open \(reports.results.url.appending(path: "index.html").path)")
    }
    return lines.contains(where: \.hasGraderError) ? .internalError : .success
  }

  /// Grades the learners, and prints each when it is complete.
  private func lines(
    of grading: ClassGrading, _ conditions: GradingConditions, in context: CommandContext
  ) throws -> [ClassResult.Line] {
    let grader = context.grader(seed: conditions.seed, isolation: conditions.isolation, workers: 1)
    let environment = context.environment
    defer { environment.showProgress(nil) }
    return try environment.interruption.whileRunning({ grader.cancel() }) {
      Result {
        try grading.run(
          workers: ProcessInfo.processInfo.activeProcessorCount,
          isCancelled: { environment.interruption.isSignalled },
          grade: { grader.grade([$0]).exercises[0] },
          progress: environment.showProgress
        ) { line in
          environment.showProgress(nil)
          context.output.line(line.summary)
        }
      }
    }.get()
  }
}

extension URL {
  /// The path without symbolic links, with a slash at its end.
  fileprivate var resolved: String {
    let path = resolvingSymlinksInPath().path
    return path.hasSuffix("/") ? path : path + "/"
  }
}
