internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

struct GradeCommand: Subcommand {
  static let summary = "grade a submitted folder or pack"
  static let explanation =
    "Grades all exercises of a submission. Only the exercises' files are graded: "
    + "Chapters/.../Exercises/NAME/Exercise.swift, or NAME.swift, or a pack, or a file that "
    + "declares the type. Each other file is listed with the reason. Reports without points are "
    + "written before grading begins, and replaced when it is done. Scripts are drawn from a "
    + "random seed, which every report names. Ends with status 0 if grading ran, for any points, "
    + "and 70 if the grader failed."

  let words = Words(folders: 1...1, usage: "FOLDER")
  let json = Flag.json
  let report = Option(
    "--report", "FORMAT=FILE",
    help:
      "write a report; may be repeated. FORMAT is text, json, junit, gradescope, classroom50 or "
      + "markdown; FILE - is standard output", isRepeatable: true, read: RequestedReport.init)
  let seed = Option.seed
  let isolation = Option.isolation(of: Self.name)
  let visibility = Option(
    "--visibility", "WHEN", among: GradescopeVisibility.allCases, by: \.rawValue,
    seeAll: "grade --help",
    help: "when Gradescope shows the checks: visible (the default), after_due_date, "
      + "after_published, hidden")

  func validate() throws(UsageError) {
    let paths = report.values.map(\.path)
    if json.isGiven, paths.contains(nil) {
      throw UsageError("--json and a report with FILE - would both be printed; choose one")
    }
    if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
      throw UsageError("two reports go to \((twice ?? "-").debugDescription); give each its own")
    }
  }

  func run(in context: CommandContext) throws -> ExitStatus {
    let environment = context.environment
    let place = environment.file(words.folders[0])
    guard
      (try? FileManager.default.contentsOfDirectory(atPath: place.path)) != nil
        || (try? SubmittedFile.text(of: place)).map(Pack.isPack) == true
    else {
      let path = place.path.debugDescription
      throw UsageError(
        access(place.path, R_OK) != 0
          ? "there is no readable folder or pack \(path)"
          : place.isZIP
            ? "\(path) is a ZIP file: unpack it and pass its folder"
            : "\(path) is neither a folder nor a pack: pass a folder with one learner's files")
    }
    guard access(place.appending(path: "data/run.json").path, F_OK) != 0 else {
      throw UsageError(
        "\(place.path.debugDescription) has results of `class`: pass the folder of a submission")
    }
    try context.leaveOutTeachersExercises()
    let seed = seed.value ?? environment.freshSeed()
    let isolation = try context.isolation(required: isolation.value)
    let submission = Submission(place, exercises: context.graded, package: context.package)
    let work = SubmittedWork(
      name: place.standardizedFileURL.lastPathComponent, date: environment.now(),
      unused: submission.unused)
    let unfinished = GradingResult.unfinished(
      context.graded, seed: UInt64(seed), isolation: isolation,
      toolchain: (try? Toolchain.current().version) ?? "none"
    ).of(work)
    // A device or a pipe would keep both results, so it receives only the last one.
    try write(unfinished, in: context) { !Files.isSpecial($0) }
    try context.requireTemporaryFiles()
    for name in work.unused { context.complain("not graded: \(name)") }
    if !submission.rivalFolders.isEmpty {
      context.complain(
        "\(submission.rivalFolders.count) folders have files of the same exercise; if each is a learner's, "
          + "grade the folder that holds them with `swift run workbook class FOLDER --to RESULTS`")
    }
    var refusals: [(exercise: String, refusal: SubmittedFile.Refusal)] = []
    let attempts = context.graded.map { exercise in
      let text = Result { () throws(SubmittedFile.Refusal) in try submission.text(of: exercise) }
      if case .failure(let refusal) = text { refusals.append((exercise.name, refusal)) }
      return Grader.Attempt(exercise, text: text)
    }
    SubmittedFile.Refusal.sentences(on: refusals).forEach { context.complain($0.cleaned(lines: 1)) }
    let grader = context.grader(seed: UInt64(seed), isolation: isolation)
    guard let result = context.grade(attempts, by: grader)?.of(work) else { return .failure }
    try write(result, in: context)
    show(result, in: context)
    return result.exitStatus == .internalError ? .internalError : .success
  }

  /// Writes the reports to files, each atomically.
  private func write(
    _ result: GradingResult, in context: CommandContext,
    where isWanted: (URL) -> Bool = { _ in true }
  ) throws(FileError) {
    for report in report.values {
      guard let path = report.path else { continue }
      let url = context.environment.file(path)
      guard isWanted(url) else { continue }
      let text = report.format.text(
        of: result, environment: context.environment.variables, visibility: visibility.value)
      try Files.write(Data(text.utf8), to: url, makesFolder: false)
    }
  }

  private func show(_ result: GradingResult, in context: CommandContext) {
    // If all reports go to files, only the points are left for the terminal.
    let requested = json.isGiven ? .json : report.values.first { $0.path == nil }?.format
    if let format = requested ?? (report.values.isEmpty ? .text : nil) {
      context.print(
        format.text(
          of: result, environment: context.environment.variables, visibility: visibility.value))
    } else {
      context.output.line("\(result.score) of \(result.maximum) points")
    }
  }
}

/// A report that the command line requests: `junit=report.xml`.
struct RequestedReport {
  let format: ReportFormat
  /// Nil for standard output.
  let path: String?

  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: String(parts[0])) else {
      throw UsageError(
        unknown: "report", String(parts[0]), among: ReportFormat.allCases.map(\.rawValue),
        seeAll: "grade --help")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError("--report needs a file: --report \(format.rawValue)=FILE")
    }
    self.format = format
    path = parts[1] == "-" ? nil : String(parts[1])
  }
}
