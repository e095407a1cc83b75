internal import SQLite

/// Which objects a collection holds, as `where` takes it: `{ $0.name == "Ann" && $0.age > 30 }`.
///
/// Values are bound, never written into SQL.
public struct Filter<Object: ConfinedObject>: Sendable {
  let sql: String
  let values: [any ColumnValue]

  /// Both hold.
  public static func && (one: Filter, other: Filter) -> Filter {
    Filter(sql: "(\(one.sql) AND \(other.sql))", values: one.values + other.values)
  }

  /// At least one holds.
  public static func || (one: Filter, other: Filter) -> Filter {
    Filter(sql: "(\(one.sql) OR \(other.sql))", values: one.values + other.values)
  }

  /// It does not hold; so a comparison with null, which does not either, holds when it is negated.
  public static prefix func ! (filter: Filter) -> Filter {
    Filter(sql: "(\(filter.sql) IS NOT TRUE)", values: filter.values)
  }
}

/// The columns of a type, from which filters are made.
@dynamicMemberLookup
public struct ColumnTerms<Object: ConfinedObject> {
  let table: Table<Object>

  /// The column of that key path; one that is not listed ends the process.
  public subscript<Value: ColumnValue>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> ColumnTerm<Object, Value> {
    ColumnTerm(name: table.sqlName(of: keyPath))
  }

  /// The column of a property of a part: `$0[\.model.name]`.
  public subscript<Value: ColumnValue>(
    _ keyPath: KeyPath<Object, Value>
  ) -> ColumnTerm<Object, Value> {
    ColumnTerm(name: table.sqlName(of: keyPath))
  }
}

/// A column in a filter.
public struct ColumnTerm<Object: ConfinedObject, Value: ColumnValue> {
  let name: String

  func compared(_ sign: String, _ value: Value) -> Filter<Object> {
    Filter(sql: "(\(name) \(sign) ?)", values: [value])
  }

  /// Equal, null to null too.
  public static func == (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("IS", value)
  }

  /// Not equal.
  public static func != (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("IS NOT", value)
  }

  /// Smaller; null is neither smaller nor greater.
  public static func < (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("<", value)
  }

  /// Smaller or equal.
  public static func <= (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("<=", value)
  }

  /// Greater.
  public static func > (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared(">", value)
  }

  /// Greater or equal.
  public static func >= (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared(">=", value)
  }

  /// One of these, null too if it is among them.
  public func isIn(_ values: [Value]) -> Filter<Object> {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    // IN says of null that it does not know.
    let holdsNull = values.contains { ($0 as? any Nullable)?.isNull ?? false }
    let orNull = holdsNull ? " OR \(name) IS NULL" : ""
    return Filter(sql: "(\(name) IN (\(marks))\(orNull))", values: values)
  }
}

private protocol Nullable {
  var isNull: Bool { get }
}

extension Optional: Nullable {
  fileprivate var isNull: Bool { self == nil }
}

extension ColumnTerm where Value == String {
  /// Holds the text, letter by letter.
  public func contains(_ text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) > 0)", values: [text])
  }

  /// Begins with the text, letter by letter.
  public func starts(with text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) = 1)", values: [text])
  }
}
