internal import Concurrency
internal import Foundation

/// The names that still have to be saved, at the next attempt or the next launch: at most one per
/// user, the latest.
public protocol PendingSaves: Sendable {
  /// All pending saves, in the order of the users' ids.
  func all() throws(DataAccessError) -> [PendingSave]

  /// Adds a save, which replaces an earlier save of the same user.
  func add(_ save: PendingSave) throws(DataAccessError)

  /// Removes a save. Has no effect if a later save of the same user has replaced it.
  func remove(_ save: PendingSave) throws(DataAccessError)
}

/// A name that the database does not have yet.
public struct PendingSave: Codable, Equatable, Sendable {
  public let id: Int64
  /// The name that the server has accepted.
  public let name: String

  public init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }

  /// Compares bytes, because strings that are equal in Swift may differ in the database.
  public static func == (left: PendingSave, right: PendingSave) -> Bool {
    left.id == right.id && left.name.utf8.elementsEqual(right.name.utf8)
  }
}

/// Pending saves in a file, which the threads of one process can share. Each change replaces it;
/// removing the last save deletes it.
struct FilePendingSaves: PendingSaves {
  let file: URL
  /// The value is never read. A `Void` has no size: ThreadSanitizer would take it for the lock.
  private static let lock = Locked(false)

  func all() throws(DataAccessError) -> [PendingSave] {
    try Self.lock.withLock { _ throws(DataAccessError) in try read() }
  }

  func add(_ save: PendingSave) throws(DataAccessError) {
    try Self.lock.withLock { _ throws(DataAccessError) in
      let saves = try read()
      if !saves.contains(save) { try write(saves.filter { $0.id != save.id } + [save]) }
    }
  }

  func remove(_ save: PendingSave) throws(DataAccessError) {
    try Self.lock.withLock { _ throws(DataAccessError) in
      let saves = try read()
      let rest = saves.filter { $0 != save }
      if rest.count < saves.count { try write(rest) }
    }
  }

  private func read() throws(DataAccessError) -> [PendingSave] {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw failure(.savesUnreadable, error)
    }
    do { return try JSONDecoder().decode([PendingSave].self, from: data) } catch {
      throw failure(.savesCorrupt, error)
    }
  }

  private func write(_ saves: [PendingSave]) throws(DataAccessError) {
    do {
      guard !saves.isEmpty else { return try FileManager.default.removeItem(at: file) }
      let data = try JSONEncoder().encode(saves.sorted { $0.id < $1.id })
      try data.write(to: file, options: .atomic)
    } catch {
      throw failure(.saveNotWritten, error)
    }
  }

  private func failure(_ cause: DataAccessError.Cause, _ error: any Error) -> DataAccessError {
    DataAccessError(cause, details: "\(file.path): \(error.localizedDescription)")
  }
}
