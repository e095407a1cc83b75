internal import Foundation
package import Grading

/// The results of all parts of a class, which `--merge` joins.
package struct GradedParts: Sendable {
  /// The conditions under which all were graded.
  package let conditions: GradingConditions
  package private(set) var learners: [Learner] = []
  /// The notes on the submissions, each once.
  package private(set) var notes: [String] = []
  /// The folder of each record, text and result.
  private var files: [String: ResultFolder] = [:]

  /// There is at least one folder.
  ///
  /// - Throws: ``ClassInputError`` if a part is incomplete, does not fit the others, or holds
  ///   anything that grading does not write; ``ResultFolder/Failure``.
  package init(_ folders: [ResultFolder], exercises: [Exercise]) throws {
    let first = try folders[0].conditionsOfPart()
    conditions = GradingConditions(
      seed: first.seed, toolchain: first.toolchain, isolation: first.isolation,
      exercises: exercises)
    var shards: [Shard: (folder: ResultFolder, learners: [String])] = [:]
    for folder in folders {
      let part = try folder.conditionsOfPart()
      if let difference = part.difference(from: conditions) {
        throw folder.error(
          "was graded with \(difference): grade and join all parts with the same settings")
      }
      guard !folder.exists(CourseRecords.adjustmentsPath) else {
        throw folder.error("has adjustments.csv: move its rows into that of the --to folder")
      }
      let names = folder.names(in: "data/learners")
      guard let reading = try folder.stored(Reading.self, at: Reading.path),
        Set((part.shard?.part(of: reading.learners) ?? reading.learners).map { "\($0).json" })
          == Set(names)
      else {
        throw folder.error(
          "is incomplete, because its run ended while it read the submissions: grade it again")
      }
      if let shard = part.shard {
        if let other = shards.updateValue((folder, reading.learners), forKey: shard)?.folder {
          throw folder.error(
            "is part \(shard.number) of \(shard.count), and \(other.url.path) too: pass each once")
        }
        let others = shards.filter { $0.key.count == shard.count }.values
        if let other = others.first(where: { $0.learners != reading.learners })?.folder {
          throw folder.error("has read other submissions than \(other.url.path): grade both again")
        }
      }
      notes += reading.notes.filter { !notes.contains($0) }
      for name in names { try add(name, of: folder, exercises) }
    }
    for count in Set(shards.keys.map(\.count)).sorted() {
      let found = shards.keys.filter { $0.count == count }.map(\.number)
      guard let missing = Set(1...count).subtracting(found).min() else { continue }
      throw ClassInputError(
        "--merge", "lacks part \(missing) of \(count): pass the folders of all parts")
    }
    learners.sort { $0.precedes($1) }
  }

  /// Adds a learner's record, texts and results. Grading could have written each of them.
  private mutating func add(
    _ name: String, of folder: ResultFolder, _ exercises: [Exercise]
  ) throws {
    let record = "data/learners/\(name)"
    if let other = files.updateValue(folder, forKey: record) {
      throw folder.error(
        "has the learner \(name.dropLast(5)), and \(other.url.path) too: pass each part once")
    }
    guard let snapshot = try folder.stored(SubmissionSnapshot.self, at: record),
      "\(snapshot.learner.slug).json" == name, snapshot.learner.hasOwnSlug,
      snapshot.files.map(\.exercise) == exercises.map(\.name)
    else { throw folder.foreign(record) }
    learners.append(snapshot.learner)
    for (file, exercise) in zip(snapshot.files, exercises) {
      let key = GradingKey(file, conditions)
      if let hash = file.hash {
        let path = ResultFolder.path(ofText: hash)
        guard hash.wholeMatch(of: /[0-9a-f]{64}/) != nil, file.refusal == nil,
          let bytes = try folder.storedBytes(at: path),
          SHA256.hex(String(decoding: bytes, as: UTF8.self)) == hash
        else { throw folder.foreign(path) }
        files[path] = folder
      } else if file.refusal == nil {
        throw folder.foreign(record)
      }
      if let result = try folder.stored(ExerciseResult.self, at: key.path) {
        guard result.isResult(of: file, exercise) else { throw folder.foreign(key.path) }
        files[key.path] = folder
      }
    }
  }

  /// Copies the results into a folder, as if they were graded there. It holds conditions first, so
  /// that the command can be repeated after an error.
  package func write(to results: ResultFolder) throws(ResultFolder.Failure) {
    try results.writeConditions(conditions)
    for (path, folder) in files {
      if let bytes = try folder.bytes(at: path) { try results.write(bytes, to: path) }
    }
    results.remove(in: "data/learners") { files["data/learners/\($0)"] == nil }
    try results.write(Reading(notes: notes, learners: learners.map(\.slug)), to: Reading.path)
  }
}

extension ResultFolder {
  fileprivate func conditionsOfPart() throws -> GradingConditions {
    if let conditions = try conditions() { return conditions }
    throw error("is not a result of `workbook class`: pass folders that it wrote")
  }

  fileprivate func error(_ problem: String) -> ClassInputError {
    ClassInputError(url.path.debugDescription, problem)
  }
}

extension ExerciseResult {
  /// Whether this could be the result of grading the file.
  fileprivate func isResult(of file: SubmissionSnapshot.File, _ exercise: Exercise) -> Bool {
    self.exercise == exercise.name && (sha256 == nil || sha256 == file.hash)
      && checks.map(\.name) == exercise.checks.map(\.name)
      && checks.map(\.maximum) == exercise.checks.map(\.points)
      && checks.allSatisfy { $0.score == ($0.verdict == .pass ? $0.maximum : 0) }
      && verdict == checks.first { $0.verdict != .pass }?.verdict ?? .pass
      && (file.hash != nil || score == 0) && isMissing == (file.refusal == .missing)
  }
}

extension GradingConditions {
  /// The first difference apart from the part, in words. Nil if there is none.
  fileprivate func difference(from other: Self) -> String? {
    let names = [self, other].map { $0.exercises.joined(separator: ", ") }
    if seed != other.seed { return "seed \(seed) instead of \(other.seed)" }
    if workbook != other.workbook { return "workbook \(workbook) instead of \(other.workbook)" }
    if names[0] != names[1] { return "the exercises \(names[0]) instead of \(names[1])" }
    if checks != other.checks { return "other checks than those of this workbook" }
    if toolchain != other.toolchain { return "\(toolchain) instead of \(other.toolchain)" }
    guard isolation != other.isolation else { return nil }
    return "isolation \(isolation.rawValue) instead of \(other.isolation.rawValue)"
  }
}
