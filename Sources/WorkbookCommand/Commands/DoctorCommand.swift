internal import Foundation
internal import Grading
internal import Processes
internal import SQLite
internal import Subcommands
internal import Terminal

struct DoctorCommand: Subcommand {
  static let summary = "check the toolchain, SQLite, isolation and files"
  static let explanation =
    "Checks the toolchain, SQLite, how far learners' programs can be isolated, how many files may be "
    + "open, and whether files can be written; suggests a remedy for each problem."

  let json = Flag.json

  func run(in context: CommandContext) -> ExitStatus {
    let report = DoctorReport(diagnoses: Diagnosis.all(in: context))
    context.print(report.json, if: json, else: report.lines)
    return report.isHealthy ? .success : .failure
  }
}

extension Diagnosis {
  fileprivate static func all(in context: CommandContext) -> [Diagnosis] {
    let temporaryFiles = temporaryFiles(in: context)
    let limit = limit(ofOpenFiles: CommandContext.openFiles)
    // The others need temporary files, and building needs the toolchain and a stub.
    let canGrade = temporaryFiles.condition == .good
    let toolchain = canGrade ? [toolchain] : []
    let files = files(in: context)
    let canBuild = toolchain.contains { $0.condition == .good } && files.condition == .good
    return [temporaryFiles] + toolchain + [database]
      + (canGrade ? [isolation] : []) + [limit, files]
      + (canBuild ? [building(in: context)] : []) + [progress(in: context)]
  }

  private static func temporaryFiles(in context: CommandContext) -> Diagnosis {
    do throws(TemporaryDirectoryError) {
      try context.requireTemporaryFiles()
      return Diagnosis("TMPDIR", .good, TemporaryDirectory.url.path)
    } catch {
      // The reason comes first, because a path may fill the line.
      let advice = error.advice.prefix(1).uppercased() + error.advice.dropFirst()
      return Diagnosis(
        "TMPDIR", .missing,
        "\(error.reason): \(error.directory.path) cannot hold temporary files.",
        remedy: "\(advice). The toolchain, the isolation and building are checked after that.")
    }
  }

  private static var toolchain: Diagnosis {
    do throws(GradingError) {
      return Diagnosis("toolchain", .good, try Toolchain.current().version)
    } catch {
      let remedy = "Install Swift from https://www.swift.org/install and put it on PATH."
      let isMissing = error == .noCompiler
      return Diagnosis("toolchain", .missing, "\(error)", remedy: isMissing ? remedy : nil)
    }
  }

  private static var database: Diagnosis {
    attempt("SQLite", remedy: "Install Swift again: its toolchain needs the same library.") {
      try Connection.inMemory().value("SELECT sqlite_version()")
    }
  }

  /// A subject that works if the body returns a detail.
  private static func attempt(
    _ subject: String, remedy: String, _ body: () throws -> String
  ) -> Diagnosis {
    do { return Diagnosis(subject, .good, try body()) } catch {
      return Diagnosis(subject, .missing, "\(error)", remedy: remedy)
    }
  }

  private static var isolation: Diagnosis {
    let probe = IsolationProbe.ofThisMachine
    guard let reason = probe.reason else {
      return Diagnosis("isolation", .good, probe.level.rawValue)
    }
    return Diagnosis(
      "isolation", .weak, "\(probe.level.rawValue): \(reason)",
      remedy:
        "Enough for your own work. To grade submissions of others, use Linux, "
        + "as root or with user namespaces allowed, or a disposable machine. "
        + "Docs/Teaching.md describes the levels.")
  }

  private static func files(in context: CommandContext) -> Diagnosis {
    let (exercises, package) = (context.exercises, context.package)
    let files = [package.stub, package.task, package.hints, package.exercise]
    let missing: [URL]
    do {
      missing = try files.flatMap(exercises.map).filter { try Files.readIfPresent($0) == nil }
    } catch {
      return Diagnosis("exercises", .missing, "\(error)", remedy: "Then run `doctor` again.")
    }
    guard let first = missing.first else {
      let rungs = exercises.count(where: \.isRung)
      return Diagnosis(
        "exercises", .good,
        "\(exercises.count - rungs), complete" + (rungs == 0 ? "" : ", and \(rungs) first rungs"))
    }
    return Diagnosis(
      "exercises", .missing, "missing files: \(missing.count), the first is \(first.path)",
      remedy: "Copy it from the workbook as you received it, or run `git restore FILE` in a clone. "
        + "`swift run workbook reset NAME` restores an exercise as it was handed out.")
  }

  /// Grades a stub, as a check does.
  private static func building(in context: CommandContext) -> Diagnosis {
    let folder = TemporaryDirectory.url.path
    let good = Diagnosis("building", .good, "programs can be built in \(folder)")
    guard let exercise = context.graded.first else { return good }
    var options = Grader.Options()
    options.gradesUntouched = true
    let graded = Grader(package: context.package, options: options)
      .grade([.init(exercise, file: context.package.stub(exercise))]).exercises[0]
    guard graded.verdict == .graderError || graded.verdict == .build,
      let problem = graded.message ?? graded.checks.first?.explanation
    else { return good }
    return Diagnosis(
      "building", .missing, "TMPDIR is \(folder): \(problem)",
      remedy: "If no space is left, free some or set TMPDIR elsewhere: all exercises need 100 MB.")
  }

  private static func progress(in context: CommandContext) -> Diagnosis {
    let file = context.state.appending(path: "workbook-doctor-\(context.environment.freshSeed())")
    let remedy = "Until then checks work, but verdicts, hints and attempts may be lost."
    return attempt("progress", remedy: remedy) {
      _ = try Files.readIfPresent(context.progressFile.url)
      close(try Files.lock(context.state, showProgress: context.environment.showProgress))
      try Files.write(Data("written by workbook doctor\n".utf8), to: file)
      try FileManager.default.removeItem(at: file)
      return "can be kept in .workbook"
    }
  }
}

struct Diagnosis: Equatable, Encodable {
  enum Condition: String, Encodable {
    case good = "ok"
    /// The subject works, with restrictions.
    case weak
    case missing = "problem"
  }

  let subject: String
  let condition: Condition
  let detail: String
  let remedy: String?

  private enum CodingKeys: String, CodingKey {
    case subject, condition, detail
    case remedy = "wayOut"
  }

  init(_ subject: String, _ condition: Condition, _ detail: String, remedy: String? = nil) {
    self.subject = subject
    self.condition = condition
    self.detail = detail
    self.remedy = remedy
  }

  static func limit(ofOpenFiles count: Int) -> Diagnosis {
    let reason = OpenFileLimit.raise(to: count)
    return Diagnosis(
      "limits", reason == nil ? .good : .missing,
      "for grading on all cores: \(reason ?? "\(count) open files are needed, and allowed")")
  }
}

struct DoctorReport: Encodable {
  let schema = "data-layer-workbook/doctor/v1"
  let diagnoses: [Diagnosis]

  var isHealthy: Bool { !diagnoses.contains { $0.condition == .missing } }

  var lines: [String] {
    let width = diagnoses.map(\.subject.count).max() ?? 0
    let indentation = String(repeating: " ", count: width + 11)
    return diagnoses.flatMap { diagnosis in
      let start =
        diagnosis.condition.rawValue.padded(to: 9) + diagnosis.subject.padded(to: width) + "  "
      return diagnosis.detail.wrapped(indentation: indentation, first: start)
        + (diagnosis.remedy?.wrapped(indentation: indentation) ?? [])
    }
  }

  var json: String { JSONText.encode(self) }
}
