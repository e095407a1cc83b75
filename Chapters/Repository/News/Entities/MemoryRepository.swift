import Concurrency
import Foundation

/// Keeps entities in memory, in the order in which they were first saved.
final class MemoryRepository<Entity: Identifiable & Sendable>: Repository {
  private let entities = Locked<[Entity]>([])

  /// - Throws: what the predicate throws.
  func query(_ query: Query<Entity>) async throws -> [Entity] {
    let all = entities.withLock { $0 }
    let chosen = try query.predicate.map(all.filter) ?? all
    return chosen.sorted(using: query.order)
  }

  func save(_ entity: Entity) async {
    entities.withLock { entities in
      if let index = entities.firstIndex(where: { $0.id == entity.id }) {
        entities[index] = entity
      } else {
        entities.append(entity)
      }
    }
  }

  func delete(_ entity: Entity) async {
    entities.withLock { $0.removeAll { $0.id == entity.id } }
  }
}
