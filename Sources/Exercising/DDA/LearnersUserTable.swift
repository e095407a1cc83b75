public import Foundation

/// A user as it stands in the table.
public struct UserRow: Sendable, Hashable {
  public let id: Int
  public let name: String

  public init(id: Int, name: String) {
    self.id = id
    self.name = name
  }
}

/// What a column holds and a `?` takes.
public enum SQLValue: Sendable, Hashable {
  case integer(Int)
  case text(String)
  case null
}

/// SQL to a real SQLite database, one statement at a time, without a transaction until `BEGIN` is run.
public protocol SQLRunner: AnyObject {
  /// Runs a statement that gives no rows, with a value for each `?`, and says how many rows it changed.
  ///
  /// - Throws: ``SQLRefusal``; the statement has done nothing then.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> Int

  /// The rows that a `SELECT` gives, with a value for each `?`; of each row its columns.
  ///
  /// - Throws: ``SQLRefusal``.
  func rows(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> [[SQLValue]]
}

/// That a statement was not carried out, and what SQLite says.
public struct SQLRefusal: Error, Hashable, CustomStringConvertible, LocalizedError {
  public let description: String

  public var errorDescription: String? { description }

  public init(_ description: String) { self.description = description }
}

/// What a change has done to the table.
public enum TableEvent: Sendable, Hashable, CustomStringConvertible {
  case insert(Int)
  case update(Int)
  case delete(Int)
  /// So many rows at once.
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

/// What ``LearnersUserTable/save(_:)`` did.
public enum SaveOutcome: String, Sendable {
  case inserted, updated
}

/// What the exercise UserTable asks of a learner's type.
public protocol LearnersUserTable: AnyObject {
  /// Makes the table `user`, with the columns `id` and `name`, unless it is there.
  ///
  /// `onChange` has to be called with each change, after it was made.
  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws

  /// Throws if there is a user of that id.
  func insert(_ user: UserRow) throws

  /// Inserts all of them, or throws and has inserted none.
  func insert(_ users: [UserRow]) throws

  /// Nil if there is no user of that id.
  func get(_ id: Int) throws -> UserRow?

  /// In the order of their ids.
  func all() throws -> [UserRow]

  /// Says whether there was one to give the name to.
  func update(_ user: UserRow) throws -> Bool

  /// Says whether there was one to delete.
  func delete(_ id: Int) throws -> Bool

  /// Inserts the user, or updates the one of that id.
  func save(_ user: UserRow) throws -> SaveOutcome
}
