package import Foundation
internal import SQLite

/// Users in an SQLite file: one thread that writes, several that read, a connection for each.
///
/// The file is in WAL mode, so that nobody who reads waits for the one who writes.
package final class UserDatabase: UserDataAccess {
  let writer: ThreadCrew
  let readers: ThreadCrew
  let observers = DataObservers()
  let file: URL
  let configuration: Configuration

  /// Opens the file, makes it if it is not there, and brings it to the present version.
  ///
  /// - Throws: why it cannot be opened; the file is left as it is then.
  package convenience init(
    at file: URL, _ configuration: Configuration = Configuration()
  ) throws(DataAccessError) {
    try self.init(at: file, configuration, migrations: UserSchema.migrations)
  }

  init(
    at file: URL, _ configuration: Configuration, migrations: [Migration]
  ) throws(DataAccessError) {
    self.file = file
    self.configuration = configuration
    writer = ThreadCrew(name: "dal.write", count: 1)
    readers = ThreadCrew(name: "dal.read", count: max(1, configuration.readerCount))
    let opening = configuration.connection
    let failure = writer.sync { () -> DatabaseError? in
      do throws(DatabaseError) {
        let connection = try Connection(at: file, opening)
        try connection.migrate(migrations)
        Seat.present?.connection = OwnConnection(connection)
        return nil
      } catch {
        return error
      }
    }
    guard let failure = failure ?? nil else { return }
    dismissThreads()
    writer.join()
    throw DataAccessError(failure)
  }

  deinit { dismissThreads() }

  package func close() {
    dismissThreads()
    guard !writer.isPresent, !readers.isPresent else { return }
    writer.join()
  }

  /// What was asked for still happens. The readers' connections close first: the last one tidies up the
  /// log, and they may not write.
  private func dismissThreads() {
    writer.dismiss { [readers] in
      readers.dismiss()
      readers.join()
    }
  }
}
