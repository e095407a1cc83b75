import Concurrency
import DataAccess
import Foundation

/// A database of users, which is closed and removed with its owner.
final class Users: Sendable {
  let database: UserDatabase
  private let folder = ScratchFolder()
  private let mayCommit = DispatchSemaphore(value: 0)
  private let eightThreads = (1...8).map { ThreadPool(name: "reader \($0)") }

  init(filledWith users: [UserRawModel] = [], readerCount: Int = 4) {
    var configuration = UserDatabase.Configuration()
    configuration.readerCount = readerCount
    do throws(DataAccessError) {
      database = try UserDatabase(at: folder.url.appending(path: "users.db"), configuration)
      try database.insert(users)
    } catch {
      giveUp("\(error)")
    }
  }

  deinit {
    mayCommit.signal()
    database.close()
  }

  func replaceAll(with users: [UserRawModel]) {
    Comparison.must {
      try database.deleteAll()
      try database.insert(users)
    }
  }

  /// Runs the closure on one of `dal.read`, in one transaction, and waits for it.
  func onReadingThread(_ body: @escaping @Sendable (any UserRows) -> Void) {
    Comparison.must { try database.read(body) }
  }

  /// Begins a write that is open as long as this lives.
  func openWrite() {
    let isWritten = DispatchSemaphore(value: 0)
    database.write(completingOn: .workingThread) { [mayCommit] rows in
      try rows.save(UserRawModel(id: 1, name: "Taylor"))
      isWritten.signal()
      mayCommit.wait()
    } completion: { outcome in
      if case .failure(let error) = outcome { giveUp("\(error)") }
    }
    isWritten.wait()
  }

  /// Eight threads share the ids, each reads one user at a time, and the last one ends it.
  func readFromEightThreads(_ ids: [Int64]) {
    let reading = DispatchGroup()
    for (place, thread) in eightThreads.enumerated() {
      reading.enter()
      thread.async { [database] in
        Comparison.must {
          for id in ids where id % 8 == place { use((try database.get(id)?.id).map(Int.init)) }
        }
        reading.leave()
      }
    }
    reading.wait()
  }
}
