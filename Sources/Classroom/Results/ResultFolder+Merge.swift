internal import Foundation
package import Grading

extension ResultFolder {
  /// Copies the results of all shards of a class into this folder, as if they were graded here.
  /// Checks all of them first, then calls `check` with their learners. Returns the conditions under
  /// which all were graded.
  ///
  /// - Throws: ``ClassInputError`` if the parts do not fit together, or hold anything that grading
  ///   does not write; ``Failure``; the error of `check`.
  package func merge(
    _ parts: [ResultFolder], exercises: [Exercise], check: ([Learner]) throws -> Void = { _ in }
  ) throws -> GradingConditions {
    var shared: GradingConditions?
    var shards: [Shard: ResultFolder] = [:]
    for part in parts {
      let path = part.url.path.debugDescription
      guard var conditions = try part.conditions() else {
        throw ClassInputError(
          path, "is not a result of `workbook class`: pass folders that it wrote")
      }
      if let shard = conditions.shard, let other = shards.updateValue(part, forKey: shard) {
        throw ClassInputError(
          path,
          "is part \(shard.number) of \(shard.count), and \(other.url.path) too: pass each once")
      }
      conditions.shard = nil
      if let shared, shared != conditions {
        throw ClassInputError(
          path,
          "was graded with \(conditions.difference(from: shared)): grade all parts with the same settings"
        )
      }
      shared = conditions
    }
    guard let shared else { throw ClassInputError("--merge", "needs the folders of the parts") }
    for count in Set(shards.keys.map(\.count)).sorted() {
      let found = shards.keys.filter { $0.count == count }.map(\.number)
      guard let missing = Set(1...count).subtracting(found).min() else { continue }
      throw ClassInputError(
        "--merge", "lacks part \(missing) of \(count): pass the folders of all parts")
    }
    let conditions = GradingConditions(
      seed: shared.seed, toolchain: shared.toolchain, isolation: shared.isolation,
      exercises: exercises)
    guard shared == conditions else {
      throw ClassInputError(
        "--merge",
        "has parts graded with \(shared.difference(from: conditions)): join them with that one")
    }
    var owners: [String: ResultFolder] = [:]
    for part in parts {
      for name in part.names(in: "data/learners") {
        if let other = owners.updateValue(part, forKey: name) {
          throw ClassInputError(
            part.url.path.debugDescription,
            "has the learner \(name.dropLast(5)), and \(other.url.path) too: pass each part once")
        }
      }
    }
    let checked = try parts.map { part in
      let paths = try part.names(in: "data/learners").flatMap { name in
        try part.checkedPaths(of: name, exercises: exercises, under: conditions)
      }
      return (part, paths)
    }
    let notes = try parts.flatMap { part in
      try part.checkedValue([String].self, at: Self.notesPath) ?? []
    }
    try check(parts.flatMap { try $0.snapshots() }.map(\.learner))
    for (part, paths) in checked where part.url.standardizedFileURL != url.standardizedFileURL {
      for path in Set(paths) {
        if let bytes = try part.bytes(at: path) { try write(bytes, to: path) }
      }
    }
    remove(in: "data/learners") { owners[$0] == nil }
    try write(
      notes.enumerated().filter { !notes[..<$0].contains($1) }.map(\.element), to: Self.notesPath)
    return conditions
  }

  /// The paths of a learner's record, texts and results. Grading could have written each of them.
  ///
  /// - Throws: ``ClassInputError`` for the first that grading could not have written; ``Failure``.
  private func checkedPaths(
    of name: String, exercises: [Exercise], under conditions: GradingConditions
  ) throws -> [String] {
    let record = "data/learners/\(name)"
    guard let snapshot = try checkedValue(SubmissionSnapshot.self, at: record),
      "\(snapshot.learner.slug).json" == name, snapshot.learner.hasSafeSlug,
      snapshot.files.map(\.exercise) == exercises.map(\.name)
    else { throw foreign(record) }
    var paths = [record]
    for (file, exercise) in zip(snapshot.files, exercises) {
      let key = GradingKey(file, conditions)
      if let hash = file.hash {
        let path = Self.path(ofText: hash)
        guard hash.wholeMatch(of: /[0-9a-f]{64}/) != nil, file.refusal == nil,
          let bytes = try checkedBytes(at: path),
          SHA256.hex(String(decoding: bytes, as: UTF8.self)) == hash
        else { throw foreign(path) }
        paths.append(path)
      } else if file.refusal == nil {
        throw foreign(record)
      }
      if exists(key.path) {
        guard let result = try checkedValue(ExerciseResult.self, at: key.path),
          result.isResult(of: file, exercise)
        else { throw foreign(key.path) }
        paths.append(key.path)
      }
    }
    return paths
  }

  private func checkedValue<Value: Decodable>(
    _ type: Value.Type, at path: String
  ) throws -> Value? {
    try checkedBytes(at: path).flatMap { try? JSONDecoder().decode(type, from: $0) }
  }

  /// The bytes of a file whose path contains no link.
  private func checkedBytes(at path: String) throws -> Data? {
    var place = url
    for part in path.split(separator: "/") {
      place.append(path: part)
      if Submission.isLink(place) { throw foreign(path) }
    }
    return try bytes(at: path)
  }

  private func foreign(_ path: String) -> ClassInputError {
    ClassInputError(
      url.appending(path: path).path.debugDescription,
      "is not what `workbook class` writes: grade that part again")
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
  /// The first difference, in words.
  fileprivate func difference(from other: Self) -> String {
    if seed != other.seed { return "seed \(seed) instead of \(other.seed)" }
    if workbook != other.workbook || exercises != other.exercises || checks != other.checks {
      return "workbook \(workbook) instead of \(other.workbook), or with other checks"
    }
    if toolchain != other.toolchain { return "\(toolchain) instead of \(other.toolchain)" }
    return "isolation \(isolation.rawValue) instead of \(other.isolation.rawValue)"
  }
}
