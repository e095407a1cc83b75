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

/// A connection to an SQLite database. It runs one statement at a time, outside a transaction until
/// `BEGIN`.
public protocol SQLRunner: AnyObject {
  /// Runs a statement without rows, with a value for each `?`.
  ///
  /// - Returns: The number of rows that it changed.
  /// - Throws: ``SQLRefusal``. The database is then unchanged.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> Int

  /// Runs a `SELECT`, with a value for each `?`, and returns the columns of each row.
  ///
  /// - Throws: ``SQLRefusal``.
  func rows(_ sql: String, _ values: [SQLValue]) throws(SQLRefusal) -> [[SQLValue]]
}

/// An SQLite error.
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
  /// A change of several rows at once.
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

/// The result of ``UserTableRequirements/save(_:)``.
public enum SaveOutcome: String, Sendable {
  case inserted, updated
}

/// The requirements of the exercise UserTable.
public protocol UserTableRequirements: AnyObject {
  /// Creates the table `user`, with the columns `id` and `name`, unless it exists.
  ///
  /// The table calls `onChange` with each change after its commit.
  init(_ database: any SQLRunner, onChange: @escaping (TableEvent) -> Void) throws

  /// Inserts a user. Throws if the id exists.
  func insert(_ user: UserRow) throws

  /// Inserts all users, or throws and inserts none.
  func insert(_ users: [UserRow]) throws

  /// The user with this id, or nil.
  func get(_ id: Int) throws -> UserRow?

  /// All users, in the order of their ids.
  func all() throws -> [UserRow]

  /// Changes the name of the user with this id. Returns `false` if the id is unknown.
  func update(_ user: UserRow) throws -> Bool

  /// Deletes the user with this id. Returns `false` if the id is unknown.
  func delete(_ id: Int) throws -> Bool

  /// Inserts the user, or updates the one with this id.
  func save(_ user: UserRow) throws -> SaveOutcome
}

/// A table of users in an SQLite database, which other programs use too.
///
/// The results of calls are events: `get 1: 1 "Jake"`, `delete 2: no such user`,
/// `insert 1: refused`. An underscore in a name represents a space. It is an event if a step leaves
/// a transaction open, or if a statement's text includes a name with other characters than letters.
public final class UserTableScene<Table: UserTableRequirements>: Scene {
  public static var forms: StepForms {
    [
      "open": "makes the table, even if it exists already.",
      "listen": "reports the changes of the table from now on.",
      "insert 1 Jake; get 1; all; update 1 Taylor; delete 1; save 1 Ann_Lee": nil,
      "batch 4 Jake 5 Ann …": "inserts several users by one call.",
      "another 3 Bob": "inserts a user as another program does.",
      "look": "reads all rows as another program does.",
      "columns": "reports the columns of the table.",
      "read-only": "makes the database refuse writes until “writable”.",
      "writable": "ends “read-only”.",
    ]
  }

  private var isListening = false
  private var database: SQLiteRunner?
  private var table: Table?

  public init() {}

  public func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if database == nil { database = try SQLiteRunner(events) }
    guard let database else { return }
    database.oddNames = step.oddNames
    switch step.verb {
    case "open":
      table = nil
      call(step, events) {
        table = try Table(database) { [weak self] event in
          guard self?.isListening == true else { return }
          events("event: \(event)\(database.isInTransaction ? ", before the commit" : "")")
        }
        return nil
      }
    case "listen": isListening = true
    case "read-only": try database.refuseWriting(true)
    case "writable": try database.refuseWriting(false)
    case "another": database.insertOutside(try step.user(0))
    case "look":
      if let rows = database.outsideRows {
        report(rows, events)
      } else {
        events("there is no table “user” with an id and a name")
      }
    case "columns": events.send(try database.outsideColumns)
    default:
      if let table { try take(step, table, events) } else { events("the table is not open") }
    }
    if database.endTransaction() { events("a transaction was left open") }
  }

  private func take(_ step: Step, _ table: Table, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "insert":
      let user = try step.user(0)
      call(step, events) {
        try table.insert(user)
        return nil
      }
    case "batch":
      let users = try stride(from: 0, to: step.arguments.count, by: 2)
        .map { (place) throws(SceneFailure) in try step.user(place) }
      call(step, events) {
        try table.insert(users)
        return nil
      }
    case "get":
      let id = try step.number(0)
      call(step, events) { try table.get(id)?.description ?? "no such user" }
    case "all":
      call(step, events) {
        report(try table.all(), events)
        return nil
      }
    case "update":
      let user = try step.user(0)
      call(step, events) { try table.update(user) ? "done" : "no such user" }
    case "delete":
      let id = try step.number(0)
      call(step, events) { try table.delete(id) ? "done" : "no such user" }
    case "save":
      let user = try step.user(0)
      call(step, events) { "\(try table.save(user))" }
    default: throw step.unknown
    }
  }

  /// Sends the result of a call of the table, if it has one, or that the call was refused.
  private func call(_ step: Step, _ events: Events, _ body: () throws -> String?) {
    let call = ([step.verb] + step.arguments.prefix(1)).joined(separator: " ")
    do {
      if let result = try body() { events("\(call): \(result)") }
    } catch { events("\(call): refused") }
  }

  private func report(_ rows: [UserRow], _ events: Events) {
    events.send(rows.isEmpty ? ["no rows"] : rows.map(\.description))
  }
}

extension UserRow {
  fileprivate var description: String { "\(id) \"\(name)\"" }
}

extension Step {
  fileprivate func user(_ place: Int) throws(SceneFailure) -> UserRow {
    UserRow(id: try number(place), name: Self.name(try argument(place + 1)))
  }

  /// The names among the arguments that cannot appear in SQL by chance.
  fileprivate var oddNames: [String] {
    arguments.filter { Int($0) == nil && !$0.allSatisfy(\.isLetter) }.map(Self.name)
  }

  private static func name(_ argument: String) -> String { argument.replacing("_", with: " ") }
}
