internal import Foundation
internal import Grading

extension ResultFolder {
  /// Copies what was graded in other folders into this one, as if it had been graded here.
  ///
  /// - Parameter parts: The result folders of all shards of a class.
  /// - Returns: The conditions under which all were graded.
  /// - Throws: ``ClassInputError`` if the parts do not fit together, ``Failure``.
  package func merge(_ parts: [ResultFolder]) throws -> GradingConditions {
    let found = try parts.map { part in (part, try part.conditions()) }
    var shared: GradingConditions?
    var shards: [Shard: ResultFolder] = [:]
    for (part, conditions) in found {
      let path = part.url.path.debugDescription
      guard var conditions else {
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
    let counts = Set(shards.keys.map(\.count))
    let missing = counts.sorted().flatMap { count in
      (1...count).filter { number in
        !shards.keys.contains { $0.number == number && $0.count == count }
      }.map { "\($0) of \(count)" }
    }
    if let first = missing.first {
      throw ClassInputError(
        "--merge", "lacks part \(first): pass the folders of all parts")
    }
    try copy(parts)
    return shared
  }

  private func copy(_ parts: [ResultFolder]) throws {
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
    for part in parts where part.url.standardizedFileURL != url.standardizedFileURL {
      for folder in ["data/texts", "data/graded", "data/learners"] {
        for name in part.names(in: folder) {
          guard let bytes = try part.bytes(at: "\(folder)/\(name)") else { continue }
          try write(bytes, to: "\(folder)/\(name)")
        }
      }
    }
    remove(in: "data/learners") { owners[$0] == nil }
  }
}

extension GradingConditions {
  /// What differs, for people.
  fileprivate func difference(from other: Self) -> String {
    if seed != other.seed { return "seed \(seed) instead of \(other.seed)" }
    if workbook != other.workbook || exercises != other.exercises || checks != other.checks {
      return "workbook \(workbook) instead of \(other.workbook), or with other checks"
    }
    if toolchain != other.toolchain { return "\(toolchain) instead of \(other.toolchain)" }
    return "isolation \(isolation.rawValue) instead of \(other.isolation.rawValue)"
  }
}
