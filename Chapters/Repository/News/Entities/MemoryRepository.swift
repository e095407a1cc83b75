import Concurrency
import Foundation

/// Keeps entities in memory, in the order in which they were first saved. No entity is released under
/// the lock, because a deinitializer may run any code.
final class MemoryRepository<Entity: Identifiable & Sendable>: Repository {
  private let entities = Locked<[Entity]>([])

  /// - Throws: what the predicate throws.
  func query(_ query: Query<Entity>) async throws -> [Entity] {
    let all = entities.withLock { $0 }
    let chosen = try query.predicate.map(all.filter) ?? all
    return chosen.sorted(using: query.order)
  }

  func save(_ entity: Entity) async {
    _ = entities.withLock { entities -> Entity? in
      guard let index = entities.firstIndex(where: { $0.id == entity.id }) else {
        entities.append(entity)
        return nil
      }
      defer { entities[index] = entity }
      return entities[index]
    }
  }

  func delete(_ entity: Entity) async {
    _ = entities.withLock { entities in
      entities.firstIndex { $0.id == entity.id }.map { entities.remove(at: $0) }
    }
  }
}
