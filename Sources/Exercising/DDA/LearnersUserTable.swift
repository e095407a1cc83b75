public import Foundation

/// A row of the table.
public struct UserRow: Sendable, Hashable {
  public let id: Int
  public let name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// The value of a column or of a `?`.
public enum SQLValue: Sendable, Hashable {
  case integer(Int)
  case text(String)
  case null
}

/// A connection to a SQLite database, which runs one statement at a time, outside a transaction until `BEGIN`.
public protocol SQLRunner: AnyObject {
  /// Runs a statement without rows, with a value for each `?`.
  ///
  /// - Returns: The number of rows that it changed.
  /// - Throws: ``SQLRefusal``. The statement has changed nothing then.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> Int

  /// Runs a `SELECT`, with a value for each `?`, and returns the columns of each row.
  ///
  /// - Throws: ``SQLRefusal``.
  func rows(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> [[SQLValue]]
}

/// An error of SQLite.
public struct SQLRefusal: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let description: String

  public var errorDescription: String? { description }

  public init(_ description: String) { self.description = description }
}

/// A change of the table.
public enum TableEvent: Sendable, Hashable, CustomStringConvertible {
  case insert(Int)
  case update(Int)
  case delete(Int)
  /// Several rows at once.
  case refresh(rows: Int)

  public var description: String {
    switch self {
    case .insert(let id): "insert \(id)"
    case .update(let id): "update \(id)"
    case .delete(let id): "delete \(id)"
    case .refresh(let count): "refresh \(count) rows"
    }
  }
}

/// The result of ``LearnersUserTable/save(_:)``.
public enum SaveOutcome: String, Sendable {
  case inserted, updated
}

/// The requirements of the exercise UserTable.
public protocol LearnersUserTable: AnyObject {
  /// Creates the table `user`, with the columns `id` and `name`, unless it exists.
  ///
  /// `onChange` has to be called with each change, after it was committed.
  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws

  /// Throws if there is a user with this id.
  func insert(_ user: UserRow) throws

  /// Inserts all users, or throws and inserts none.
  func insert(_ users: [UserRow]) throws

  /// Nil if there is no user with this id.
  func get(_ id: Int) throws -> UserRow?

  /// All users, in the order of their ids.
  func all() throws -> [UserRow]

  /// Changes the name of the user with this id. Returns `false` if there is none.
  func update(_ user: UserRow) throws -> Bool

  /// Returns `false` if there is no user with this id.
  func delete(_ id: Int) throws -> Bool

  /// Inserts the user, or updates the one with this id.
  func save(_ user: UserRow) throws -> SaveOutcome
}
