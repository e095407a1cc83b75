internal import SQLite

/// The condition of a collection, as in `where { $0.name == "Ann" && $0.age > 30 }`.
///
/// Values are bound, never inserted into SQL. SQLite limits the number of bound values, to 32,766
/// or more, and the nesting depth of negations. A query that exceeds a limit fails like any other
/// read, see ``ConfinedStore/checkingReads(_:)``. Chains of `&&` or `||` have no other limit.
public struct Filter<Object: ConfinedObject>: Sendable {
  fileprivate indirect enum Node: Sendable {
    case term(String, [any ColumnValue])
    case all([Part])
    case any([Part])
    case not(Node)
  }

  /// An operand of a chain of operators.
  fileprivate struct Part: Sendable {
    let node: Node
    /// The number of terms in it.
    var size = 1
  }

  fileprivate let node: Node

  init(sql: String, values: [any ColumnValue]) { node = .term(sql, values) }

  fileprivate init(_ node: Node) { self.node = node }

  /// True if both conditions are true.
  public static func && (one: Filter, other: Filter) -> Filter {
    Filter(.all(Part.grouped(one.node.conjuncts + other.node.conjuncts, Node.all)))
  }

  /// True if at least one condition is true.
  public static func || (one: Filter, other: Filter) -> Filter {
    Filter(.any(Part.grouped(one.node.alternatives + other.node.alternatives, Node.any)))
  }

  /// The negation. A comparison with null is false, so its negation is true.
  public static prefix func ! (filter: Filter) -> Filter { Filter(.not(filter.node)) }

  /// The condition as SQL, and the values to bind, in order.
  var rendered: (sql: String, values: [any ColumnValue]) {
    var values: [any ColumnValue] = []
    let sql = node.sql(&values)
    return (sql, values)
  }
}

extension Filter.Node {
  fileprivate var conjuncts: [Filter.Part] {
    if case .all(let parts) = self { parts } else { [Filter.Part(node: self)] }
  }

  fileprivate var alternatives: [Filter.Part] {
    if case .any(let parts) = self { parts } else { [Filter.Part(node: self)] }
  }

  fileprivate func sql(_ values: inout [any ColumnValue]) -> String {
    switch self {
    case .term(let sql, let own):
      values += own
      return sql
    case .all(let parts):
      var operands: [String] = []
      for part in parts { part.node.append(to: &operands, &values, \.isAnd) }
      return Self.joined(operands, by: " AND ")
    case .any(let parts):
      var operands: [String] = []
      for part in parts { part.node.append(to: &operands, &values, \.isOr) }
      return Self.joined(operands, by: " OR ")
    case .not(let node):
      return "(\(node.sql(&values)) IS NOT TRUE)"
    }
  }
}

extension Filter.Node {
  private var isAnd: Bool { if case .all = self { true } else { false } }
  private var isOr: Bool { if case .any = self { true } else { false } }

  /// Appends the operands of a chain, flattening its groups.
  private func append(
    to operands: inout [String], _ values: inout [any ColumnValue], _ isSameChain: (Self) -> Bool
  ) {
    switch self {
    case .all(let parts) where isSameChain(self), .any(let parts) where isSameChain(self):
      for part in parts { part.node.append(to: &operands, &values, isSameChain) }
    default: operands.append(sql(&values))
    }
  }

  /// Nests the operands in groups, because SQLite rejects expressions deeper than 1,000 levels, and
  /// each operator of a flat chain is a level.
  private static func joined(_ operands: [String], by sign: String) -> String {
    var operands = operands
    while operands.count > 32 {
      operands = stride(from: 0, to: operands.count, by: 32).map { start in
        let end = min(start + 32, operands.count)
        return "(" + operands[start..<end].joined(separator: sign) + ")"
      }
    }
    return "(" + operands.joined(separator: sign) + ")"
  }
}

extension Filter.Part {
  /// Reduces the parts to at most 16 by grouping neighbours, the smallest first.
  ///
  /// Appending to a chain of thousands then copies little, and releasing it does not recurse
  /// deeply.
  fileprivate static func grouped(
    _ parts: [Self], _ node: ([Self]) -> Filter.Node
  ) -> [Self] {
    var parts = parts
    while parts.count > 16 {
      var (place, size) = (0, parts[0].size + parts[1].size)
      var index = 1
      while index < parts.count - 1 {
        let sum = parts[index].size + parts[index + 1].size
        if sum < size { (place, size) = (index, sum) }
        index += 1
      }
      let group = Self(node: node([parts[place], parts[place + 1]]), size: size)
      parts.replaceSubrange(place...(place + 1), with: [group])
    }
    return parts
  }
}

/// The columns of a type, for building filters.
@dynamicMemberLookup
public struct ColumnTerms<Object: ConfinedObject> {
  let table: Table<Object>

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

/// A column in a filter.
public struct ColumnTerm<Object: ConfinedObject, Value: ColumnValue> {
  let name: String

  func compared(_ sign: String, _ value: Value) -> Filter<Object> {
    Filter(sql: "(\(name) \(sign) ?)", values: [value])
  }

  /// Tests for equality; null equals null.
  public static func == (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("IS", value)
  }

  /// Tests for inequality.
  public static func != (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("IS NOT", value)
  }

  /// Tests whether the column is less. Any ordering comparison with null is false.
  public static func < (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("<", value)
  }

  /// Tests whether the column is less or equal.
  public static func <= (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared("<=", value)
  }

  /// Tests whether the column is greater.
  public static func > (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared(">", value)
  }

  /// Tests whether the column is greater or equal.
  public static func >= (term: ColumnTerm, value: Value) -> Filter<Object> {
    term.compared(">=", value)
  }

  /// Tests whether the column is one of the values, which may include null.
  public func isIn(_ values: [Value]) -> Filter<Object> {
    let marks = Array(repeating: "?", count: values.count).joined(separator: ", ")
    // `IN` with null is neither true nor false.
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
  /// Tests whether the column contains the text; the comparison is exact.
  public func contains(_ text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) > 0)", values: [text])
  }

  /// Tests whether the column begins with the text; the comparison is exact.
  public func starts(with text: String) -> Filter<Object> {
    Filter(sql: "(instr(\(name), ?) = 1)", values: [text])
  }
}
