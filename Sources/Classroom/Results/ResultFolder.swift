package import Foundation
package import Grading
internal import LayeredStorage
package import Subcommands

/// The folder of a class's results. Each file is replaced atomically. All reports are made from
/// `data`: the texts by their hashes, the result of each text, and a record of each learner.
package struct ResultFolder: Sendable {
  package let url: URL

  package init(_ url: URL) { self.url = url }

  /// An error names the path of `report`, if it is another one.
  func write(_ bytes: Data, to path: String, for report: String? = nil) throws(FileError) {
    do throws(FileError) { try Files.write(bytes, to: url.appending(path: path)) } catch {
      throw failure(report ?? path, .written, error.reason)
    }
  }

  func failure(_ path: String, _ attempt: FileError.Attempt, _ reason: SystemError) -> FileError {
    FileError(
      path: url.appending(path: path).path, attempt: attempt, reason: reason,
      consequence: "Earlier reports and the results so far are kept.")
  }

  func write(_ text: String, to path: String) throws(FileError) {
    try write(Data(text.utf8), to: path)
  }

  func write(_ value: some Encodable, to path: String) throws(FileError) {
    try write(JSONText.encode(value), to: path)
  }

  /// Nil if the file does not exist.
  package func bytes(at path: String) throws(FileError) -> Data? {
    do throws(FileError) { return try Files.read(url.appending(path: path)) } catch {
      // If the path leads through a file, the first write reports it.
      guard ![.notFound, .belowFile].contains(error.reason) else { return nil }
      throw failure(path, .read, error.reason)
    }
  }

  /// Whether results may be written here: the folder is missing, is empty, holds only adjustments
  /// or what a run stores first, or holds results.
  package var isReplaceable: Bool {
    // An unreadable folder seems empty: the first write reports the reason.
    let foreign = names(in: ".").filter { !["adjustments.csv", "data"].contains($0) }
    let kept = names(in: "data")
    let first = ["lock", "course.json", "roster.csv"]
    return kept.contains("run.json") || foreign.isEmpty && kept.allSatisfy(first.contains)
  }

  /// A value that a run has stored, if any. A link or anything else is a ``ClassInputError``.
  func stored<Value: Decodable>(_ type: Value.Type, at path: String) throws -> Value? {
    guard let bytes = try storedBytes(at: path) else { return nil }
    guard let value = try? JSONDecoder().decode(type, from: bytes) else { throw foreign(path) }
    return value
  }

  /// Nil if the file does not exist. A link on its path is a ``ClassInputError``.
  func storedBytes(at path: String) throws -> Data? {
    var place = url
    for part in path.split(separator: "/") {
      place.append(path: part)
      if Submission.isLink(place) { throw foreign(path) }
    }
    return try bytes(at: path)
  }

  func foreign(_ path: String) -> ClassInputError {
    ClassInputError(
      url.appending(path: path).path.debugDescription,
      "is missing, damaged or of another version: restore it, or grade again, with the same options "
        + "(including --roster and --seed), into a new folder that has a copy of adjustments.csv")
  }

  /// Whether there is a file, a folder or a link, which may lead nowhere.
  func exists(_ path: String) -> Bool {
    var facts = stat()
    return lstat(url.appending(path: path).path, &facts) == 0
  }

  /// The names in a folder, sorted, without hidden ones. Empty if there is no folder.
  func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  func remove(in path: String, where isObsolete: (String) -> Bool) {
    for name in names(in: path) where isObsolete(name) {
      try? FileManager.default.removeItem(at: url.appending(path: "\(path)/\(name)"))
    }
  }
}

extension ResultFolder {
  static func path(ofText hash: String) -> String { "data/texts/\(hash).swift" }

  func text(_ hash: String) throws(FileError) -> String? {
    try bytes(at: Self.path(ofText: hash)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The conditions of the last run, if any. Those of another version are a ``ClassInputError``.
  package func conditions() throws -> GradingConditions? {
    try stored(GradingConditions.self, at: "data/run.json")
  }

  /// Begins a run, which stores what it reads at the end.
  package func writeConditions(_ conditions: GradingConditions) throws(FileError) {
    remove(in: "data") { "data/\($0)" == Intake.path }
    try write(conditions, to: "data/run.json")
  }
}

/// A summary of the submissions that a run has read. It is removed at the start of a run and
/// written after the records of all learners, so that an interrupted run has none.
struct Intake: Codable {
  static let path = "data/reading.json"

  let notes: [String]
  /// The slugs of the learners of the whole class in its order, even if one part was read.
  let learners: [String]
}

/// The parameters of a grading. Results depend only on them and on the texts.
package struct GradingConditions: Sendable, Equatable, Codable {
  package let seed: UInt64
  package let toolchain: String
  package let isolation: IsolationLevel
  package let workbook: String
  package let exercises: [String]
  /// The hash of all checks and of the scripts that the seed generates for them.
  let checks: String
  /// The part of the class that was graded. Nil for all.
  package var shard: Shard?

  package init(
    seed: UInt64, toolchain: String, isolation: IsolationLevel, exercises: [Exercise],
    shard: Shard? = nil
  ) {
    self.seed = seed
    self.toolchain = toolchain
    self.isolation = isolation
    workbook = WorkbookVersion.current
    self.exercises = exercises.map(\.name)
    let scripts = exercises.flatMap { exercise in
      exercise.checks.enumerated().map { index, check in
        var generator = SeededGenerator(seed: seed, exercise: exercise.name, check: index)
        return "\(check.name) \(check.points) \(check.scripts(&generator))"
      }
    }
    checks = SHA256.hex(scripts.joined(separator: "\n"))
    self.shard = shard
  }

  /// Where the result of a file is stored, which is that of all files with the same text.
  func path(of file: SubmissionSnapshot.File) -> String {
    let refusal = file.refusal.map { "\($0.verdict.rawValue) \($0.sentence)" }
    let hash = SHA256.hex(
      [
        file.exercise, file.hash ?? refusal ?? "", "\(seed)", toolchain, isolation.rawValue,
        workbook, checks,
      ].joined(separator: "\n"))
    return "data/graded/\(file.exercise)-\(hash.prefix(32)).json"
  }

  /// `Graded 2026-06-01T14:32:01Z, workbook 1.0, seed 7, isolation: namespaces, Swift version 6.3`
  func origin(_ date: Date) -> String {
    "Graded \(date.ISO8601Format()), workbook \(workbook), seed \(seed), "
      + "isolation: \(isolation.rawValue), \(toolchain)"
  }
}
