internal import Foundation
package import Grading
package import Subcommands

/// The results of all parts of a class, which `--merge` joins.
package struct GradedParts: Sendable {
  package let conditions: GradingConditions
  package private(set) var snapshots: [SubmissionSnapshot] = []
  package private(set) var notes: [String] = []
  /// The checked contents of each record, text and result, and a folder that has it.
  private var files: [String: (text: String, folder: ResultFolder)] = [:]

  /// - Throws: ``ClassInputError`` if a part is incomplete, does not fit the others, or holds
  ///   anything that grading does not write; ``FileError``.
  package init(_ folders: [ResultFolder], exercises: [Exercise]) throws {
    let first = try folders[0].conditionsOfPart()
    conditions = GradingConditions(
      seed: first.seed, toolchain: first.toolchain, isolation: first.isolation,
      exercises: exercises)
    var records: [(name: String, folder: ResultFolder)] = []
    var shards: [Shard: (folder: ResultFolder, learners: [String])] = [:]
    for folder in folders {
      let (shard, intake, names) = try folder.part(of: conditions)
      if let shard, let other = shards.updateValue((folder, intake.learners), forKey: shard) {
        let part = "part \(shard.number) of \(shard.count)"
        throw folder.error("is \(part), and \(other.folder.url.path) too: pass each once")
      }
      notes += intake.notes.filter { !notes.contains($0) }
      records += names.map { ($0, folder) }
    }
    for count in Set(shards.keys.map(\.count)).sorted() {
      let parts = shards.filter { $0.key.count == count }.sorted { $0.key.number < $1.key.number }
      if let missing = Set(1...count).subtracting(parts.map(\.key.number)).min() {
        throw ClassInputError(
          "--merge", "lacks part \(missing) of \(count): pass the folders of all parts")
      }
      let first = parts[0].value
      for (_, part) in parts where part.learners != first.learners {
        let remedy = "grade all parts again from the same submissions"
        throw part.folder.error("has other learners than \(first.folder.url.path): \(remedy)")
      }
    }
    for (name, folder) in records { try add(name, folder, exercises) }
    snapshots.sort { $0.learner.precedes($1.learner) }
  }

  /// Adds a learner's record, texts and results, if grading could have written each of them.
  private mutating func add(_ name: String, _ part: ResultFolder, _ exercises: [Exercise]) throws {
    let record = "data/learners/\(name)"
    if let other = files[record]?.folder.url.path {
      throw part.error("has learner \(name.dropLast(5)), and \(other) too: pass each part once")
    }
    guard let snapshot = try part.stored(SubmissionSnapshot.self, at: record),
      "\(snapshot.learner.slug).json" == name, snapshot.learner.hasOwnSlug,
      snapshot.files.map(\.exercise) == exercises.map(\.name),
      snapshot.files.allSatisfy({ ($0.hash == nil) != ($0.refusal == nil) }),
      snapshot.files.allSatisfy({
        $0.modified.map(SubmissionSnapshot.File.modified) == $0.modified
      })
    else { throw part.foreign(record) }
    files[record] = (JSONText.encode(snapshot), part)
    snapshots.append(snapshot)
    for (file, exercise) in zip(snapshot.files, exercises) {
      let place = conditions.path(of: file)
      if let hash = file.hash {
        let path = ResultFolder.path(ofText: hash)
        guard hash.wholeMatch(of: /[0-9a-f]{64}/) != nil,
          let text = try part.storedBytes(at: path).map({ String(decoding: $0, as: UTF8.self) }),
          SHA256.hex(text) == hash
        else { throw part.foreign(path) }
        files[path] = (text, part)
      }
      guard let result = try part.stored(ExerciseResult.self, at: place) else {
        throw part.error("is not graded completely: run its command again")
      }
      guard result.isResult(of: file, exercise) else { throw part.foreign(place) }
      // Another part may have graded the same text without an error.
      if !result.hasGraderError || files[place] == nil {
        files[place] = (JSONText.encode(result), part)
      }
    }
  }

  /// Writes the results into a folder, as if they were graded there. Repeatable after an error.
  package func write(to results: ResultFolder) throws(FileError) {
    try results.writeConditions(conditions)
    for (path, file) in files { try results.write(file.text, to: path) }
    results.remove(in: "data/learners") { files["data/learners/\($0)"] == nil }
    try results.write(
      Intake(notes: notes, learners: snapshots.map(\.learner.slug)), to: Intake.path)
  }
}

extension ResultFolder {
  fileprivate func conditionsOfPart() throws -> GradingConditions {
    if let conditions = try conditions() { return conditions }
    throw error("is not a result of `workbook class`: pass folders that it wrote")
  }

  /// The part, its intake, and the names of the records, which are those of its learners.
  fileprivate func part(of conditions: GradingConditions) throws -> (Shard?, Intake, [String]) {
    let part = try conditionsOfPart()
    if let difference = part.difference(from: conditions) {
      throw error("was graded with \(difference): grade and join all parts with the same settings")
    }
    let adjustments = try bytes(at: CourseRecords.adjustmentsPath) ?? Data()
    guard String(decoding: adjustments, as: UTF8.self).split(whereSeparator: \.isNewline).count < 2
    else { throw error("has adjustments.csv: move its rows into that of the --to folder") }
    let names = names(in: "data/learners")
    guard let intake = try stored(Intake.self, at: Intake.path),
      Set((part.shard?.part(of: intake.learners) ?? intake.learners).map { "\($0).json" })
        == Set(names)
    else {
      throw error(
        "has no complete record of its submissions (interrupted, still running, or of an older "
          + "version): run its command again")
    }
    return (part.shard, intake, names)
  }

  fileprivate func error(_ problem: String) -> ClassInputError {
    ClassInputError(url.path.debugDescription, problem)
  }
}

extension ExerciseResult {
  /// Whether this could be the result of grading the file.
  func isResult(of file: SubmissionSnapshot.File, _ exercise: Exercise) -> Bool {
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
