internal import Concurrency
public import Foundation

/// The names that still have to be saved, at the next attempt or the next launch: at most one per
/// user, the latest.
public protocol PendingSaves: Sendable {
  /// All pending saves, in the order of the users' ids.
  func all() throws(PendingSavesError) -> [PendingSave]

  /// Adds a save, which replaces an earlier save of the same user.
  func add(_ save: PendingSave) throws(PendingSavesError)

  /// Removes a save. Has no effect if a later save of the same user has replaced it.
  func remove(_ save: PendingSave) throws(PendingSavesError)
}

/// A name that the database does not have yet.
public struct PendingSave: Codable, Equatable, Sendable {
  /// The id of the user.
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

/// Pending saves could not be read or written.
public struct PendingSavesError: Error, Equatable, Sendable {
  /// The cause of the error. The description is a few words.
  public enum Cause: String, Sendable, CustomStringConvertible {
    case cannotRead = "cannot read"
    case cannotWrite = "cannot write"
    /// The file does not contain pending saves.
    case corrupt

    public var description: String { rawValue }
  }

  public let cause: Cause
  public let path: String
  /// The message of the system.
  public let details: String

  public init(_ cause: Cause, path: String, details: String) {
    self.cause = cause
    self.path = path
    self.details = details
  }
}

extension PendingSavesError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// Sentences that say what failed and what to do.
  public var description: String {
    switch cause {
    case .cannotRead:
      "The pending saves in \(path) cannot be read. Allow the program to read the file. \(details)"
    case .cannotWrite:
      "A pending save cannot be written to \(path). Free some space, or allow the program to write "
        + "there. \(details)"
    case .corrupt:
      "The file \(path) does not contain pending saves. Inspect the file, then remove it. "
        + details
    }
  }
}

/// Pending saves in a small file. Each change replaces the file; removing the last save deletes it.
///
/// The threads of one process can share the file.
struct FilePendingSaves: PendingSaves {
  let file: URL
  /// Its value is never read. A `Void` has no size, so ThreadSanitizer would take it for the lock beside it.
  private static let lock = Locked(false)

  init(file: URL) { self.file = file }

  func all() throws(PendingSavesError) -> [PendingSave] {
    try withLock(.cannotRead) { () throws(PendingSavesError) in try read() }
  }

  func add(_ save: PendingSave) throws(PendingSavesError) {
    try withLock(.cannotWrite) { () throws(PendingSavesError) in
      let saves = try read()
      if !saves.contains(save) { try write(saves.filter { $0.id != save.id } + [save]) }
    }
  }

  func remove(_ save: PendingSave) throws(PendingSavesError) {
    try withLock(.cannotWrite) { () throws(PendingSavesError) in
      let saves = try read()
      let rest = saves.filter { $0 != save }
      if rest.count < saves.count { try write(rest) }
    }
  }

  private func read() throws(PendingSavesError) -> [PendingSave] {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw failure(.cannotRead, error)
    }
    do { return try JSONDecoder().decode([PendingSave].self, from: data) } catch {
      throw failure(.corrupt, error)
    }
  }

  private func write(_ saves: [PendingSave]) throws(PendingSavesError) {
    do {
      guard !saves.isEmpty else { return try FileManager.default.removeItem(at: file) }
      let data = try JSONEncoder().encode(saves.sorted { $0.id < $1.id })
      try data.write(to: file, options: .atomic)
    } catch {
      throw failure(.cannotWrite, error)
    }
  }

  /// Runs an operation of the process on any such file, one at a time.
  private func withLock<Result: Sendable>(
    _ cause: PendingSavesError.Cause, _ body: () throws(PendingSavesError) -> Result
  ) throws(PendingSavesError) -> Result {
    guard !file.path(percentEncoded: false).utf8.contains(0) else {
      throw PendingSavesError(
        cause, path: file.path, details: "A path cannot contain a NUL character.")
    }
    return try Self.lock.withLock { (_: inout Bool) throws(PendingSavesError) in try body() }
  }

  private func failure(_ cause: PendingSavesError.Cause, _ error: any Error) -> PendingSavesError {
    PendingSavesError(cause, path: file.path, details: error.localizedDescription)
  }
}
