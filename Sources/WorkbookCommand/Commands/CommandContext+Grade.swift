internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Grades a submission. The reports say that there are no points until grading is done, so whatever ends it,
  /// the report gives no points that were not earned.
  func grade(_ request: Request) throws -> ExitStatus {
    let folder = URL(
      filePath: request.names.first ?? ".", directoryHint: .isDirectory,
      relativeTo: environment.directory
    ).absoluteURL
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
      throw UsageError("there is no folder \(folder.path.debugDescription) that can be read")
    }
    let seed = request.seed ?? environment.freshSeed()
    let writing = ReportWriting(
      request.reports, below: environment.directory,
      for: ReportReader(
        environment: environment.variables, date: environment.now(),
        visibility: request.visibility))
    try writing.writeFirst(
      .unfinished(
        exercises.map { (Catalog.number(of: $0), $0) }, seed: UInt64(seed),
        isolation: IsolationProbe.ofThisMachine.level,
        toolchain: (try? Toolchain.current().version) ?? "none"))
    guard let result = graded(Submission(folder: folder), seed: seed) else { return .failure }
    try writing.write(result)
    show(result, request, writing)
    return .success
  }

  private func graded(_ submission: Submission, seed: UInt32) -> GradingResult? {
    let grader = grader(seed: seed)
    let result = environment.interruption.whileRunning({ grader.cancel() }) {
      grader.grade(
        exercises.map { Grader.Attempt($0, file: submission.file(for: $0)) },
        progress: showProgress)
    }
    environment.showProgress(nil)
    return environment.interruption.hasCome ? nil : result
  }

  private func show(_ result: GradingResult, _ request: Request, _ writing: ReportWriting) {
    if request.wantsJSON {
      print(result.json())
    } else if let report = writing.printed(result) {
      print(report)
    } else if request.reports.isEmpty {
      print(result.text())
    } else {
      output.line("\(result.score) of \(result.maximum) points")
    }
  }
}
