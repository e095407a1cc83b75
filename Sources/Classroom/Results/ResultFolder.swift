package import Foundation
internal import Grading
package import LayeredStorage

/// The folder of a class's results. Each file is replaced atomically, and ``NewReports`` replaces
/// all reports together.
///
/// `data` holds what later runs need: the texts, by their hashes, the result of each text, and a
/// record of each learner. All reports are made from it.
package struct ResultFolder: Sendable {
  package struct Failure: Error, Equatable, LocalizedError {
    package let path: String
    package let isWriting: Bool
    package let reason: SystemError

    package var errorDescription: String? {
      "\(path) cannot be \(isWriting ? "written" : "read"): \(reason). Results so far are kept."
    }
  }

  package let url: URL

  package init(_ url: URL) { self.url = url }

  func write(_ bytes: Data, to path: String) throws(Failure) {
    let file = url.appending(path: path)
    do throws(SystemError) {
      try File.makeDirectory(file.deletingLastPathComponent().path)
      try File.replace(file.path, with: bytes)
    } catch {
      throw Failure(path: file.path, isWriting: true, reason: error)
    }
  }

  func write(_ text: String, to path: String) throws(Failure) {
    try write(Data(text.utf8), to: path)
  }

  func write(_ value: some Encodable, to path: String) throws(Failure) {
    try write(JSONText.encode(value), to: path)
  }

  /// - Returns: The bytes. Nil if the file does not exist.
  package func bytes(at path: String) throws(Failure) -> Data? {
    let file = url.appending(path: path)
    do throws(SystemError) { return try File.read(file.path) } catch {
      // If the path leads through a file, the first write reports it.
      guard ![.notFound, .belowFile].contains(error) else { return nil }
      throw Failure(path: file.path, isWriting: false, reason: error)
    }
  }

  /// Whether results may be written here: the folder is missing, is empty, holds only adjustments,
  /// or holds results.
  package var isReplaceable: Bool {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: url.path) else {
      // The first write reports the reason.
      return true
    }
    let foreign = names.filter { !$0.hasPrefix(".") && !["adjustments.csv", "data"].contains($0) }
    let kept = self.names(in: "data")
    return kept.contains("run.json") || foreign.isEmpty && kept.allSatisfy { $0 == "lock" }
  }

  /// Nil if the file does not exist, or does not hold such a value.
  func value<Value: Decodable>(_ type: Value.Type, at path: String) throws(Failure) -> Value? {
    try bytes(at: path).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appending(path: path).path)
  }

  /// The names in a folder, sorted. Empty if there is no folder.
  func names(in path: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.appending(path: path).path)
    return (names ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// Removes obsolete files from a folder, so that a learner who is no longer in the class leaves
  /// nothing.
  func remove(in path: String, where isObsolete: (String) -> Bool) {
    for name in names(in: path) where isObsolete(name) {
      try? FileManager.default.removeItem(at: url.appending(path: "\(path)/\(name)"))
    }
  }
}

extension ResultFolder {
  static func path(ofText hash: String) -> String { "data/texts/\(hash).swift" }

  func text(_ hash: String) throws(Failure) -> String? {
    try bytes(at: Self.path(ofText: hash)).map { String(decoding: $0, as: UTF8.self) }
  }

  func keep(_ text: String, hash: String) throws(Failure) {
    let path = Self.path(ofText: hash)
    if !exists(path) { try write(text, to: path) }
  }

  func result(_ key: GradingKey) throws(Failure) -> ExerciseResult? {
    let result = try value(ExerciseResult.self, at: key.path)
    return result?.exercise == key.exercise ? result : nil
  }

  func keep(_ result: ExerciseResult, for key: GradingKey) throws(Failure) {
    try write(result, to: key.path)
  }

  /// The conditions of the last run. Nil if there was none.
  ///
  /// - Throws: ``ClassInputError`` if another version of the workbook has written them, because a
  ///   new seed would change verdicts; ``Failure``.
  package func conditions() throws -> GradingConditions? {
    let path = "data/run.json"
    let conditions = try value(GradingConditions.self, at: path)
    guard conditions != nil || !exists(path) else {
      throw ClassInputError(
        url.appending(path: path).path.debugDescription,
        "is not as this version of `workbook class` writes it: grade again into a new folder")
    }
    return conditions
  }

  package func writeConditions(_ conditions: GradingConditions) throws(Failure) {
    try write(conditions, to: "data/run.json")
  }

  package func snapshots() throws(Failure) -> [SubmissionSnapshot] {
    var snapshots: [SubmissionSnapshot] = []
    for name in names(in: "data/learners") {
      if let snapshot = try value(SubmissionSnapshot.self, at: "data/learners/\(name)") {
        snapshots.append(snapshot)
      }
    }
    return snapshots.sorted { $0.learner.precedes($1.learner) }
  }
}
