public import Foundation
internal import Locking
public import SQLite

/// A value in a row of a SQLite database, as JSON under a key.
///
/// An Optional value that is nil is no row. Writes through this provider are told of; those of other
/// connections are not noticed.
public final class SQLiteProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  /// What a row cannot be taken for.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    /// What went wrong.
    public enum Cause: Equatable, Sendable {
      case notFound
      case corrupt(expected: String, details: String)
      case notEncodable(details: String)
    }

    public let path: String
    public let key: String
    public let cause: Cause

    public var description: String {
      switch cause {
      case .notFound: "There is no \(key) in \(path). Set a value to make it."
      case .corrupt(let expected, let details):
        "\(key) in \(path) is not a \(expected): \(details). Set a value to replace it."
      case .notEncodable(let details):
        "The value for \(key) in \(path) cannot be stored as JSON: \(details)"
      }
    }
  }

  public let valueBeModifiedHandlers = ChangeHandlers()
  private let path: String
  private let key: String
  private let database: Locked<Database>

  /// Keeps the connection, which one thread at a time may use.
  private final class Database {
    let connection: Connection

    init(at url: URL) throws(DatabaseError) {
      connection = try Connection(at: url)
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS stored_value (key TEXT PRIMARY KEY, json TEXT NOT NULL)")
    }
  }

  /// Opens the database, and makes it if it is missing.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  public init(url: URL, key: String = "value") throws(DatabaseError) {
    path = url.absoluteURL.path(percentEncoded: false)
    self.key = key
    database = Locked(try Database(at: url))
  }

  public var hasValue: Bool {
    get throws { try json() != nil }
  }

  /// Reads the row.
  ///
  /// - Throws: ``Failure``, or ``DatabaseError``
  public func getValue() throws -> Value {
    guard let json = try json() else {
      guard let none = StoredForm<Value>.none else { throw failure(.notFound) }
      return none
    }
    do throws(StoredForm<Value>.NotDecodable) {
      return try StoredForm.decode(Data(json.utf8))
    } catch {
      throw failure(.corrupt(expected: error.expected, details: error.details))
    }
  }

  /// Replaces the row, or deletes it for nil.
  ///
  /// - Throws: ``Failure``, or ``DatabaseError``
  public func setValue(_ value: Value) throws {
    let data: Data?
    do throws(StoredForm<Value>.NotEncodable) {
      data = try StoredForm.encode(value)
    } catch {
      throw failure(.notEncodable(details: error.details))
    }
    let json = data.map { String(decoding: $0, as: UTF8.self) }
    try database.withLock { database throws(DatabaseError) in
      if let json {
        try database.connection.run("REPLACE INTO stored_value VALUES (?, ?)", key, json)
      } else {
        try database.connection.run("DELETE FROM stored_value WHERE key = ?", key)
      }
    }
    valueBeModifiedHandlers.tell()
  }

  private func json() throws(DatabaseError) -> String? {
    try database.withLock { database throws(DatabaseError) in
      try database.connection.first(
        "SELECT json FROM stored_value WHERE key = ?", key
      ) { row throws(DatabaseError) -> String in try row[0] }
    }
  }

  private func failure(_ cause: Failure.Cause) -> Failure {
    Failure(path: path, key: key, cause: cause)
  }
}
