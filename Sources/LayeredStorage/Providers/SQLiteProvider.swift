internal import Concurrency
public import Foundation
public import SQLite

/// A value in a row of a SQLite database, as JSON under a key.
///
/// An Optional value that is nil is no row. What other connections commit is noticed when somebody asks: for
/// the value, or a chain above it, which asks SQLite before each read. The system's file events would not do,
/// because they come when a commit is written, and it can be read a moment later, of which nobody tells. A
/// file that others replace or remove is not noticed, because SQLite goes on with the open one.
public final class SQLiteProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  /// What a row cannot be taken for.
  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let path: String
    public let key: String
    /// What went wrong.
    public let cause: StoredValueMistake

    public var description: String { cause.sentence(about: "row \(key) of \(path)") }
  }

  public let valueBeModifiedHandlers = ChangeHandlers()
  private let path: String
  private let key: String
  private let database: Locked<SharedDatabase>

  /// Opens the database, and makes it if it is missing.
  ///
  /// - Throws: ``DatabaseError``, which names the file.
  public init(url: URL, key: String = "value") throws(DatabaseError) {
    path = url.absoluteURL.path(percentEncoded: false)
    self.key = key
    database = Locked(try SharedDatabase(at: url))
    valueBeModifiedHandlers.asking.answer { [weak self] in self?.look() ?? false }
    _ = valueBeModifiedHandlers.asking.need(true)
  }

  public var hasValue: Bool {
    get throws { try database.withLock { try $0.json(key) } != nil }
  }

  /// Reads the row.
  ///
  /// - Throws: ``Failure``, or ``DatabaseError``
  public func getValue() throws -> Value {
    // What has changed up to now is in what is read now.
    look()
    let json = try database.withLock { try $0.json(key) }
    return try StoredForm.decode(json.map { Data($0.utf8) }, orThrow: failure)
  }

  /// Replaces the row, or deletes it for nil.
  ///
  /// - Throws: ``Failure``, or ``DatabaseError``
  public func setValue(_ value: Value) throws {
    let json = try StoredForm.encode(value, orThrow: failure)
      .map { String(decoding: $0, as: UTF8.self) }
    var before: Int?
    defer { if let before { Work.asNobody { valueBeModifiedHandlers.tell(of: before) } } }
    try database.withLock { database throws(DatabaseError) in
      if database.takeChanges() { before = valueBeModifiedHandlers.count() }
      try database.set(key, json)
      valueBeModifiedHandlers.authorKnows()
    }
    valueBeModifiedHandlers.tell()
  }

  /// Tells of what others have committed up to now.
  @discardableResult
  private func look() -> Bool {
    let number = database.withLock { database in
      let number = database.takeChanges() ? valueBeModifiedHandlers.count() : nil
      valueBeModifiedHandlers.authorKnows()
      return number
    }
    if let number { valueBeModifiedHandlers.tell(of: number) }
    return number != nil
  }

  private func failure(_ cause: StoredValueMistake) -> Failure {
    Failure(path: path, key: key, cause: cause)
  }
}
