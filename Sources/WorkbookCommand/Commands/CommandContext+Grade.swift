internal import Classroom
internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

extension CommandContext {
  /// Grades a submission. Reports without points are written first, and remain if grading does not end.
  func grade(_ request: Request) throws -> ExitStatus {
    let folder = URL(
      filePath: request.names.first ?? ".", directoryHint: .isDirectory,
      relativeTo: environment.directory
    ).absoluteURL
    guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
      throw UsageError("there is no readable folder \(folder.path.debugDescription)")
    }
    let seed = request.seed ?? environment.freshSeed()
    let isolation = try isolation(request)
    let submission = Submission(folder: folder)
    let work = SubmittedWork(
      name: folder.standardizedFileURL.lastPathComponent, date: environment.now(),
      unused: submission.unusedFiles(besides: graded))
    let writing = ReportWriting(
      request.reports, below: environment.directory,
      for: ReportReader(
        environment: environment.variables, date: environment.now(),
        visibility: request.visibility))
    try writing.writeFirst(
      .unfinished(
        graded.map { (Catalog.number(of: $0), $0) }, seed: UInt64(seed),
        isolation: isolation,
        toolchain: (try? Toolchain.current().version) ?? "none"
      ).of(work))
    try requireTemporaryFiles()
    for name in work.unused {
      complain(
        "“\(name)” is not graded: its name is not that of an exercise, or another file was used for "
          + "that exercise")
    }
    guard let result = graded(submission, seed: seed, isolation)?.of(work) else { return .failure }
    try writing.write(result)
    show(result, request, writing)
    return result.exitStatus == .internalError ? .internalError : .success
  }

  /// The level of a grading of others' programs. A weaker one than namespaces is mentioned on standard error.
  ///
  /// - Throws: ``UsageError`` if the machine does not allow the required level.
  func isolation(_ request: Request) throws(UsageError) -> IsolationLevel {
    let probe = IsolationProbe.ofThisMachine
    let reason = probe.reason ?? "it was requested"
    if let required = request.isolation, required > probe.level {
      throw UsageError("this machine does not allow \(required.rawValue): \(reason)")
    }
    let level = request.isolation ?? probe.level
    if level < .namespaces {
      complain(
        "submissions are isolated by no more than a \(level.rawValue) (\(reason)): grade on a machine "
          + "that you throw away; Docs/Teaching.md says what they can reach")
    }
    return level
  }

  private func graded(
    _ submission: Submission, seed: UInt32, _ isolation: IsolationLevel
  ) -> GradingResult? {
    let grader = grader(seed: seed, isolation: isolation)
    let result = environment.interruption.whileRunning({ grader.cancel() }) {
      grader.grade(
        graded.map { Grader.Attempt($0, file: submission.file(for: $0)) },
        progress: showProgress)
    }
    environment.showProgress(nil)
    return environment.interruption.isSignalled ? nil : result
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

/// The reports that the command line requests.
struct ReportWriting {
  private let reports: [Request.Report]
  private let directory: URL
  private let reader: ReportReader

  init(_ reports: [Request.Report], below directory: URL, for reader: ReportReader) {
    self.reports = reports
    self.directory = directory
    self.reader = reader
  }

  /// Writes the result that remains if grading never ends. A device or a pipe would keep both, so it gets the last one only.
  func writeFirst(_ result: GradingResult) throws(FileError) {
    try write(result) { !Files.isSpecial($0) }
  }

  /// Writes the reports to files, each atomically.
  func write(
    _ result: GradingResult, where isWanted: (URL) -> Bool = { _ in true }
  ) throws(FileError) {
    for report in reports {
      guard let path = report.path else { continue }
      let url = URL(filePath: path, relativeTo: directory).absoluteURL
      guard isWanted(url) else { continue }
      try Files.write(
        Data(report.format.text(of: result, for: reader).utf8), to: url, makesFolder: false)
    }
  }

  /// The report for standard output, if there is one.
  func printed(_ result: GradingResult) -> String? {
    reports.first { $0.path == nil }?.format.text(of: result, for: reader)
  }
}
