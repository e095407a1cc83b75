import Concurrency
import Foundation
import SQLite

extension RepairableDatabase {
  private struct Reference {
    weak var database: RepairableDatabase?
  }

  private static let inUse = Locked<[String: Reference]>([:])

  /// The one that everybody in this process uses for that file, by whatever name; made when nobody
  /// uses one. So nobody's file is taken away under anybody.
  ///
  /// - Parameters:
  ///   - file: where the database is, or will be.
  ///   - configuration: of all connections, if nobody uses the file yet.
  ///   - migrations: what makes the tables; the same for everybody who uses the file.
  /// - Returns: an instance that lives for as long as somebody keeps it.
  static func shared(
    at file: URL, _ configuration: Connection.Configuration = .standard, migrations: [Migration]
  ) -> RepairableDatabase {
    // A file that is not there yet is resolved by its folder.
    let place = file.deletingLastPathComponent().resolvingSymlinksInPath()
      .appending(path: file.lastPathComponent).resolvingSymlinksInPath()
    return inUse.withLock { inUse in
      if let database = inUse[place.path]?.database { return database }
      let database = RepairableDatabase(file: place, configuration, migrations: migrations)
      inUse = inUse.filter { $0.value.database != nil }
      inUse[place.path] = Reference(database: database)
      return database
    }
  }
}
