import DataAccess
import Foundation

extension Comparison {
  /// The data access layer of the DDA chapter on a file, compared with the same loops through the C
  /// functions, which create the same raw models.
  static let dda: [Comparison] = [fetchUsers, readUserFromAnotherThread]

  private static let users = (0..<100_000).map {
    UserRawModel(id: Int64($0), name: sampleName($0))
  }

  /// Both run in one transaction on a reading thread, so that neither side pays for memory that
  /// another thread frees.
  private static let fetchUsers = Comparison(
    name: "DDA: fetch 100,000 users as raw models", reference: "the same loop in C calls",
    limit: 1.25
  ) {
    let (kept, bare) = filled()
    return (
      { repetitions in
        kept.onReadingThread { database in
          for _ in 0..<repetitions { must { use(try database.all().last?.number) } }
        }
      },
      { repetitions in
        kept.onReadingThread { _ in
          bare.inTransaction {
            for _ in 0..<repetitions { use(bare.all().last?.number) }
          }
        }
      }
    )
  }

  /// From any other thread, each read is a round trip and its own transaction. Both sides have one
  /// reading thread with one connection. As for a task on a confined thread, the ratio depends on
  /// how long the system takes for a wake-up. It is 1.8 to 1.9 on Linux 6.18.
  private static let readUserFromAnotherThread = Comparison(
    name: "DDA: read a user by its id, from another thread",
    reference: "a transaction in C calls, behind a mutex and a condition", limit: 2.2,
    isOnOneProcessor: true
  ) {
    let (kept, bare) = filled()
    let exchange = BareExchange { bare.inTransaction { use(bare.user(4711)?.number) } }
    Thread { exchange.serve(.max) }.start()
    return (
      { repetitions in
        for _ in 0..<repetitions { must { use(try kept.database.get(4711)?.number) } }
      },
      { repetitions in for _ in 0..<repetitions { exchange.roundTrip() } }
    )
  }

  private static func filled() -> (Users, BareUsers) {
    (Users(filledWith: users), BareUsers(filledWith: users))
  }
}

extension UserRawModel {
  fileprivate var number: Int { Int(id) }
}

/// A database of users, which is closed and removed with its owner.
final class Users: Sendable {
  let database: UserDatabase
  private let folder = WorkloadFolder()

  init(filledWith users: [UserRawModel]) {
    let file = folder.url.appending(path: "users.db")
    database = must { try UserDatabase(at: file) }
    must { try database.insert(users) }
  }

  deinit { database.close() }

  /// Runs the closure on the database's reading thread, in one transaction, and waits for it.
  func onReadingThread(_ body: @escaping @Sendable (any UserRows) -> Void) {
    must { try database.read(body) }
  }
}
