internal import SQLite

/// The condition of a collection, as in `where { $0.name == "Ann" && $0.age > 30 }`.
///
/// SQLite limits the number of values, to 32,766 or more, and the depth of conditions, to 1,000. A
/// query that exceeds a limit fails like any other read, see ``ConfinedStore/checkingReads(_:)``.
public struct Filter<Object: ConfinedObject>: Sendable {
  let sql: String
  /// The values to bind, in order.
  let values: [any ColumnValue]
  /// Whether it needs parentheses in an `AND`. Others have none: SQLite's parser nests only 100.
  var isAlternative = false

  private var operand: String { isAlternative ? "(\(sql))" : sql }

  public static func && (one: Filter, other: Filter) -> Filter {
    Filter(sql: "\(one.operand) AND \(other.operand)", values: one.values + other.values)
  }

  public static func || (one: Filter, other: Filter) -> Filter {
    let sql = "\(one.sql) OR \(other.sql)"
    return Filter(sql: sql, values: one.values + other.values, isAlternative: true)
  }

  /// The negation. A comparison with null is false, so its negation is true.
  public static prefix func ! (filter: Filter) -> Filter {
    Filter(sql: "((\(filter.sql)) IS NOT TRUE)", values: filter.values)
  }
}

/// The columns of a type, for building filters.
@dynamicMemberLookup
public struct ColumnTerms<Object: ConfinedObject> {
  let table: ObjectTable<Object>

  /// The column of a key path. Traps if the key path is not listed.
  public subscript<Value: ColumnValue>(
    dynamicMember keyPath: KeyPath<Object, Value>
  ) -> ColumnTerm<Object, Value> {
    ColumnTerm(name: table.sqlName(of: keyPath))
  }

  /// The column of a nested property: `$0[\.model.name]`.
  public subscript<Value: ColumnValue>(
    _ keyPath: KeyPath<Object, Value>
  ) -> ColumnTerm<Object, Value> {
    ColumnTerm(name: table.sqlName(of: keyPath))
  }
}

public struct ColumnTerm<Object: ConfinedObject, Value: ColumnValue> {
  let name: String

  func compared(_ sign: String, _ value: Value) -> Filter<Object> {
    Filter(sql: "(\(name) \(sign) ?)", values: [value])
  }

  /// Tests for equality; null equals null.
  public static func == (term: Self, value: Value) -> Filter<Object> { term.compared("IS", value) }

  public static func != (term: Self, value: Value) -> Filter<Object> {
    term.compared("IS NOT", value)
  }

  /// Tests whether the column is less. Any ordering comparison with null is false.
  public static func < (term: Self, value: Value) -> Filter<Object> { term.compared("<", value) }

  public static func <= (term: Self, value: Value) -> Filter<Object> { term.compared("<=", value) }

  public static func > (term: Self, value: Value) -> Filter<Object> { term.compared(">", value) }

  public static func >= (term: Self, value: Value) -> Filter<Object> { term.compared(">=", value) }

  /// Tests whether the column is one of the values, which may include null.
  public func isIn(_ values: [Value]) -> Filter<Object> {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    // `IN` with null is neither true nor false.
    let holdsNull = values.contains { ($0 as? any Nullable)?.isNull ?? false }
    let orNull = holdsNull ? " OR \(name) IS NULL" : ""
    return Filter(sql: "(\(name) IN (\(marks))\(orNull))", values: values)
  }
}

/// An optional of any type, to which a value of a generic type can be cast.
private protocol Nullable {
  var isNull: Bool { get }
}

extension Optional: Nullable {
  fileprivate var isNull: Bool { self == nil }
}

extension ColumnTerm where Value == String {
  /// Tests whether the column contains the text; the comparison is exact.
  public func contains(_ text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) > 0)", values: [text])
  }

  /// Tests whether the column begins with the text; the comparison is exact.
  public func starts(with text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) = 1)", values: [text])
  }
}
