/// One step from a version of the database to the next.
///
/// A list of them is the history of the schema: the first makes version 1, and those that were ever
/// released are never changed, only followed by others.
public struct Migration: Sendable {
  /// What it does, in a few words.
  public let title: String
  let step: @Sendable (borrowing Connection) throws(DatabaseError) -> Void

  /// A step in Swift. It runs in a transaction.
  public init(
    _ title: String,
    _ step: @escaping @Sendable (borrowing Connection) throws(DatabaseError) -> Void
  ) {
    self.title = title
    self.step = step
  }

  /// A step in SQL, of one or several statements.
  public init(_ title: String, sql: String) {
    self.init(title) { (connection) throws(DatabaseError) in try connection.execute(sql) }
  }
}

extension Connection {
  /// The version of the schema, which SQLite stores in the file (`user_version`); 0 at first.
  ///
  /// - Throws: what SQLite says.
  public func schemaVersion() throws(DatabaseError) -> Int { try value("PRAGMA user_version") }

  /// Brings the database to the version that the list ends with, each step in a transaction of its own.
  ///
  /// The version is read inside the transaction, so two programs that do this at once do it once.
  ///
  /// - Throws: ``DatabaseError/newerVersion(found:known:path:)`` or
  ///   ``DatabaseError/invalidVersion(_:path:)`` before anything is changed;
  ///   ``DatabaseError/migrationFailed(version:title:reason:)``, after which the steps before it stay
  ///   done and a later call begins with the one that failed.
  public func migrate(_ migrations: [Migration]) throws(DatabaseError) {
    let found = try schemaVersion()
    guard found >= 0 else { throw .invalidVersion(found, path: path) }
    guard found <= migrations.count else {
      throw .newerVersion(found: found, known: migrations.count, path: path)
    }
    for (index, migration) in migrations.enumerated().dropFirst(found) {
      let version = index + 1
      do throws(DatabaseError) {
        try transaction { () throws(DatabaseError) in try migrate(migration, to: version) }
      } catch {
        throw .migrationFailed(version: version, title: migration.title, reason: error)
      }
    }
  }

  private func migrate(_ migration: Migration, to version: Int) throws(DatabaseError) {
    guard try schemaVersion() < version else { return }
    try migration.step(self)
    try execute("PRAGMA user_version = \(version)")
  }
}
