import Foundation
import Workbook

/// Records the calls of a repository, with the ids of the entities.
struct RecordedRepository<Base: Repository>: Repository where Base.Entity: Identifiable {
  fileprivate let base: Base
  fileprivate let transcript: Transcript

  func query(_ query: Query<Base.Entity>) async throws -> [Base.Entity] {
    try await transcript.call(
      "query", of: "repository", returning: { $0.map { "\($0.id)" }.joined(separator: " ") }
    ) {
      try await base.query(query)
    }
  }

  func save(_ entity: Base.Entity) async throws {
    try await transcript.call("save \(entity.id)", of: "repository") {
      try await base.save(entity)
    }
  }

  func delete(_ entity: Base.Entity) async throws {
    try await transcript.call("delete \(entity.id)", of: "repository") {
      try await base.delete(entity)
    }
  }
}

extension Repository where Entity: Identifiable {
  /// Returns this repository with its calls recorded.
  func recorded(in transcript: Transcript) -> RecordedRepository<Self> {
    RecordedRepository(base: self, transcript: transcript)
  }
}
