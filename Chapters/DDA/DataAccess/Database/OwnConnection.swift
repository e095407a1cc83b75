internal import SQLite

/// The connection of a thread; a class, so that the thread's seat can keep it.
final class OwnConnection {
  let connection: Connection

  init(_ connection: consuming Connection) { self.connection = connection }
}
