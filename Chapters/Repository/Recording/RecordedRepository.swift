import Foundation
import Workbook

/// Records the calls of a repository of entities, by their ids.
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
  /// The same repository, whose calls are recorded.
  func recorded(in transcript: Transcript) -> RecordedRepository<Self> {
    RecordedRepository(base: self, transcript: transcript)
  }
}
