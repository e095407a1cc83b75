internal import SQLite

/// Which objects a collection holds, as `where` takes it: `{ $0.name == "Ann" && $0.age > 30 }`.
///
/// Values are bound, never written into SQL. SQLite limits how many a query may bind, to 32,766 or more, and how deep
/// negations may be nested; a query beyond that fails like any other read that the database refuses, see
/// ``ConfinedStore/checkingReads(_:)``. Rows of `&&` or `||` may be as long as that.
public struct Filter<Object: ConfinedObject>: Sendable {
  fileprivate indirect enum Node: Sendable {
    case term(String, [any ColumnValue])
    case all([Part])
    case any([Part])
    case not(Node)
  }

  /// An operand of a row of operators.
  fileprivate struct Part: Sendable {
    let node: Node
    /// How many terms are in it.
    var size = 1
  }

  fileprivate let node: Node

  init(sql: String, values: [any ColumnValue]) { node = .term(sql, values) }

  fileprivate init(_ node: Node) { self.node = node }

  /// Both hold.
  public static func && (one: Filter, other: Filter) -> Filter {
    Filter(.all(Part.grouped(one.node.conjuncts + other.node.conjuncts, Node.all)))
  }

  /// At least one holds.
  public static func || (one: Filter, other: Filter) -> Filter {
    Filter(.any(Part.grouped(one.node.alternatives + other.node.alternatives, Node.any)))
  }

  /// It does not hold; so a comparison with null, which does not either, holds when it is negated.
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
      for part in parts { part.node.append(to: &operands, &values, \.isRowOfAnd) }
      return Self.joined(operands, by: " AND ")
    case .any(let parts):
      var operands: [String] = []
      for part in parts { part.node.append(to: &operands, &values, \.isRowOfOr) }
      return Self.joined(operands, by: " OR ")
    case .not(let node):
      return "(\(node.sql(&values)) IS NOT TRUE)"
    }
  }
}

extension Filter.Node {
  private var isRowOfAnd: Bool { if case .all = self { true } else { false } }
  private var isRowOfOr: Bool { if case .any = self { true } else { false } }

  /// Appends the operands of a row, whatever groups they are in.
  private func append(
    to operands: inout [String], _ values: inout [any ColumnValue], _ isSameRow: (Self) -> Bool
  ) {
    switch self {
    case .all(let parts) where isSameRow(self), .any(let parts) where isSameRow(self):
      for part in parts { part.node.append(to: &operands, &values, isSameRow) }
    default: operands.append(sql(&values))
    }
  }

  /// In groups of groups: SQLite refuses an expression that is 1,000 levels deep, and each operator in a row is a level.
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
  /// At most 16 parts: neighbours are grouped, the smallest first.
  ///
  /// So adding to a row of thousands copies little, and releasing it is no deep recursion.
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
