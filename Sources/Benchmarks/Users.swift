import DataAccess
import Foundation

/// A database of users, which is closed and removed with its owner.
final class Users: Sendable {
  let database: UserDatabase
  private let folder = ScratchFolder()

  init(filledWith users: [UserRawModel], readerCount: Int) {
    var configuration = UserDatabase.Configuration()
    configuration.readerCount = readerCount
    do throws(DataAccessError) {
      database = try UserDatabase(at: folder.url.appending(path: "users.db"), configuration)
      try database.insert(users)
    } catch {
      giveUp("\(error)")
    }
  }

  deinit { database.close() }

  /// Runs the closure on one of `dal.read`, in one transaction, and waits for it.
  func onReadingThread(_ body: @escaping @Sendable (any UserRows) -> Void) {
    Comparison.must { try database.read(body) }
  }
}
