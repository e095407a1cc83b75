import Foundation

/// Keeps entities of one kind; what kind is part of its name: `any Repository<News>`.
protocol Repository<Entity>: Sendable {
  associatedtype Entity: Sendable

  /// Those that the query asks for.
  func query(_ query: Query<Entity>) async throws -> [Entity]

  /// Adds an entity, or replaces the one with the same identity.
  func save(_ entity: Entity) async throws

  /// Removes the entity with the same identity, if there is one.
  func delete(_ entity: Entity) async throws
}

/// Which entities, and in which order.
///
/// A value that works wherever Foundation does: `NSPredicate(format:)` and `NSSortDescriptor(key:)`
/// need the Objective-C runtime.
struct Query<Entity: Sendable>: Sendable {
  /// All of them, if there is none.
  var predicate: Predicate<Entity>?
  /// The first one decides, the next one where it does not.
  var order: [SortDescriptor<Entity>] = []
}
