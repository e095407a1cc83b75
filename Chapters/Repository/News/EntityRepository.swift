import Concurrency
import Foundation

/// Stores entities of one type, which is part of its name: `any Repository<News>`.
protocol Repository<Entity>: Sendable {
  associatedtype Entity: Sendable

  /// The entities that match the query.
  func query(_ query: Query<Entity>) async throws -> [Entity]

  /// Adds an entity, or replaces the one with the same identity.
  func save(_ entity: Entity) async throws

  /// Removes the entity with the same identity, if there is one.
  func delete(_ entity: Entity) async throws
}

/// Selects entities, and their order.
///
/// A value that works wherever Foundation does: `NSPredicate(format:)` and `NSSortDescriptor(key:)`
/// need the Objective-C runtime.
struct Query<Entity: Sendable>: Sendable {
  /// Selects the entities; nil selects all.
  var predicate: Predicate<Entity>?
  /// The first descriptor decides; each further one decides among equals.
  var order: [SortDescriptor<Entity>] = []
}

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
