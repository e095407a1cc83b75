internal import Classroom
internal import Concurrency
internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

extension ClassCommand {
  /// Grades the texts without a result, and writes the reports of a whole class.
  func finish(
    _ results: ResultFolder, _ snapshots: [SubmissionSnapshot], _ conditions: GradingConditions,
    _ records: CourseRecords, notes: [String], in context: CommandContext
  ) throws -> ExitStatus {
    let isPart = shard.value != nil
    let register = try ClassRegister(
      snapshots, roster: isPart ? nil : records.roster,
      adjustments: isPart ? Adjustments() : records.adjustments, rule: records.rule,
      now: context.environment.now())
    let notes =
      (notes + snapshots.flatMap(\.notes) + (isPart ? [] : records.notes(on: snapshots))
      + register.notes).map { $0.cleaned(lines: 1) }
    for note in notes { context.complain(note) }
    let reports = try NewReports(in: results)
    defer { reports.discard() }
    let lines = try gradedLines(
      snapshots, conditions, register, records.rule, in: results, isPart ? nil : reports, context)
    guard !context.environment.interruption.isSignalled else {
      context.complain(
        "interrupted: \(lines.count) of \(snapshots.count) learners are graded; the same command "
          + "continues")
      return .failure
    }
    if let shard = shard.value {
      context.output.line(
        "part \(shard.number) of \(shard.count): \(lines.count) learners are graded; join the parts "
          + "with --merge")
    } else {
      let result = ClassResult(
        lines: register.lines(lines, exercises: context.graded), exercises: context.graded,
        conditions: conditions, rule: records.rule, column: records.column, notes: notes,
        date: context.environment.now())
      context.environment.showProgress("comparing the texts …")
      try reports.publish(
        result, snapshots, records, package: context.package,
        threads: ProcessInfo.processInfo.activeProcessorCount, isAnonymous: anonymous.isGiven)
      context.environment.showProgress(nil)
      result.summary.forEach(context.output.line)
      context.output.line("Open \(results.url.appending(path: "index.html").path)")
    }
    return lines.values.contains(where: \.hasGraderError) ? .internalError : .success
  }

  /// Grades the learners, prints each when it is complete, and writes its feedback.
  private func gradedLines(
    _ snapshots: [SubmissionSnapshot], _ conditions: GradingConditions, _ register: ClassRegister,
    _ rule: LateRule, in results: ResultFolder, _ reports: NewReports?,
    _ context: CommandContext
  ) throws -> [String: ClassResult.Line] {
    var options = Grader.Options()
    options.seed = conditions.seed
    options.isolation = conditions.isolation
    options.workers = 1
    options.keepsPrograms = false
    let grader = Grader(package: context.package, options: options)
    let grading = ClassGrading(snapshots, of: context.graded, under: conditions, in: results)
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
