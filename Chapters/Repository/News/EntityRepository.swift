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

/// Selects and sorts entities.
///
/// It works on every platform, whereas `NSPredicate(format:)` and `NSSortDescriptor(key:)` need the
/// Objective-C runtime.
struct Query<Entity: Sendable>: Sendable {
  /// Selects the entities; nil selects all.
  var predicate: Predicate<Entity>?
  /// The sort descriptors; each one breaks the ties of those before it.
  var order: [SortDescriptor<Entity>] = []
}

/// A repository in memory, in the order in which the entities were first saved. Their ids are read,
/// and they are released, outside the lock, because a getter and a deinit may run code.
final class MemoryRepository<Entity: Identifiable & Sendable>: Repository {
  private struct State {
    var entities: [Entity] = []
    var version = 0
  }

  private let state = Locked(State())

  /// - Throws: An error of the predicate.
  func query(_ query: Query<Entity>) async throws -> [Entity] {
    let all = state.withLock { $0.entities }
    let chosen = try query.predicate.map(all.filter) ?? all
    return chosen.sorted(using: query.order)
  }

  func save(_ entity: Entity) {
    change { entities in
      if let index = entities.firstIndex(where: { $0.id == entity.id }) {
        entities[index] = entity
      } else {
        entities.append(entity)
      }
    }
  }

  func delete(_ entity: Entity) {
    change { entities in entities.removeAll { $0.id == entity.id } }
  }

  /// Changes a copy, and does so again if another change came between.
  private func change(_ body: (inout [Entity]) -> Void) {
    while true {
      let former = state.withLock { $0 }
      var entities = former.entities
      body(&entities)
      let changed = State(entities: entities, version: former.version + 1)
      let isCurrent = state.withLock { state in
        guard state.version == former.version else { return false }
        state = changed
        return true
      }
      if isCurrent { return }
    }
  }
}
