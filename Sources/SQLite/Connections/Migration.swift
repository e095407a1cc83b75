/// A step from one version of the schema to the next. A list of migrations is the history of the
/// schema: the first creates version 1. Append new ones, and never change one that was released.
public struct Migration: Sendable {
  let title: String
  let sql: String

  /// A step of one or more statements. The title says in a few words what changes.
  public init(_ title: String, sql: String) {
    self.title = title
    self.sql = sql
  }
}

extension Connection {
  /// The version of the schema, stored in the file as `user_version`; initially 0.
  public func schemaVersion() throws(DatabaseError) -> Int { try value("PRAGMA user_version") }

  /// Migrates the database to the last version in the list, with a transaction for each step.
  ///
  /// - Throws: ``DatabaseError/newerVersion(found:known:path:)`` before any change;
  ///   ``DatabaseError/migrationFailed(version:title:reason:)``, after which the earlier steps
  ///   remain and a later call begins with the step that failed.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    let found = try schemaVersion()
    guard (0...migrations.count).contains(found) else {
      throw .newerVersion(found: found, known: migrations.count, path: path)
    }
    for (index, migration) in migrations.enumerated().dropFirst(found) {
      let version = index + 1
      do throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in
          // Another program may have run the step meanwhile.
          guard try schemaVersion() < version else { return }
          try execute(migration.sql)
          try execute("PRAGMA user_version = \(version)")
        }
      } catch {
        throw .migrationFailed(version: version, title: migration.title, reason: error)
      }
    }
  }
}
