internal import SQLite

/// One state of the file, pinned for as long as anybody holds it.
///
/// The live store, its frozen copies and references of that version share it. While it is held, the
/// write-ahead log keeps what came after it, and grows.
final class Snapshot: Sendable {
  /// How many writes were committed before.
  let number: Int64
  let connection: LockedConnection
  let file: StoreFile

  /// Pins the newest.
  init(of file: StoreFile) throws(DatabaseError) {
    self.file = file
    connection = try file.takeConnection()
    do throws(DatabaseError) {
      number = try connection.use { (connection) throws(DatabaseError) in
        try connection.run("BEGIN")
        return try connection.value("SELECT version FROM _store")
      }
    } catch {
      connection.rollBack()
      throw error
    }
  }

  deinit {
    connection.rollBack()
    file.giveBack(connection)
  }
}
