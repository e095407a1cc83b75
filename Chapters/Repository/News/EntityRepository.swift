import Concurrency
import Foundation

/// A repository of entities of one type, its primary associated type: `any Repository<News>`.
protocol Repository<Entity>: Sendable {
  associatedtype Entity: Sendable

  /// The entities that match the query.
  func query(_ query: Query<Entity>) async throws -> [Entity]

  /// Adds an entity, or replaces the one with the same identity.
  func save(_ entity: Entity) async throws

  /// Removes the entity with the same identity, if there is one.
  func delete(_ entity: Entity) async throws
}

/// Selects and sorts entities. `NSPredicate(format:)` would need the Objective-C runtime.
struct Query<Entity: Sendable>: Sendable {
  /// Selects the entities; nil selects all.
  var predicate: Predicate<Entity>?
  /// The sort descriptors; each one breaks the ties of those before it.
  var order: [SortDescriptor<Entity>] = []
}

/// A repository in memory, in the order in which the entities were first saved. Ids are read, and
/// entities are released, outside the lock, since both may run code.
final class MemoryRepository<Entity: Identifiable & Sendable>: Repository
where Entity.ID: Sendable {
  private let entities = Locked<[(id: Entity.ID, entity: Entity)]>([])

  func query(_ query: Query<Entity>) async throws -> [Entity] {
    let all = entities.withLock { $0.map(\.entity) }
    let chosen = try query.predicate.map(all.filter) ?? all
    return chosen.sorted(using: query.order)
  }

  func save(_ entity: Entity) {
    let id = entity.id
    _ = entities.withLock { entities -> Entity? in
      guard let index = entities.firstIndex(where: { $0.id == id }) else {
        entities.append((id, entity))
        return nil
      }
      return exchange(&entities[index].entity, with: entity)
    }
  }

  func delete(_ entity: Entity) {
    let id = entity.id
    _ = entities.withLock { entities in
      entities.firstIndex { $0.id == id }.map { entities.remove(at: $0).entity }
    }
  }
}
