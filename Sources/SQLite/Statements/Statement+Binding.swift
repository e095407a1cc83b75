internal import CSQLite

extension Statement {
  /// Binds one value to each parameter, in the order of positions.
  ///
  /// - Throws: ``DatabaseError/wrongParameterCount(wanted:given:sql:)`` before anything is bound, or
  ///   what binding one of them throws.
  @inlinable
  public mutating func bind<each Value: DatabaseValue>(
    _ values: repeat each Value
  ) throws(DatabaseError) {
    // Expressions and not loops: those would be specialised for the pack, but not unrolled.
    var position = 0
    repeat count((each Value).self, &position)
    try checkParameterCount(position)
    position = 0
    repeat try bind(each values, after: &position)
  }

  @inlinable
  func count(_: (some DatabaseValue).Type, _ count: inout Int) { count += 1 }

  @inlinable
  func bind(_ value: some DatabaseValue, after position: inout Int) throws(DatabaseError) {
    position += 1
    try value.bind(to: Parameter(pointer, position: position))
  }

  /// Binds one value; the others stay as they are, and NULL if they never were bound.
  /// The first position is 1.
  ///
  /// - Throws: ``DatabaseError/noSuchParameter(_:sql:)``.
  @inlinable
  public mutating func bind(
    _ value: some DatabaseValue, at position: Int
  ) throws(DatabaseError) {
    try value.bind(to: Parameter(pointer, position: position))
  }

  /// Binds one value; the others stay as they are, and NULL if they never were bound.
  /// The name is written as in the SQL, with its colon: `":name"`.
  ///
  /// - Throws: ``DatabaseError/noSuchParameter(_:sql:)``.
  @inlinable
  public mutating func bind(
    _ value: some DatabaseValue, to name: String
  ) throws(DatabaseError) {
    try value.bind(to: Parameter(pointer, position: try position(of: name)))
  }

  /// Forgets the values: every parameter is NULL.
  public mutating func clearBindings() { sqlite3_clear_bindings(pointer) }

  /// How many parameters there are to bind.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  @usableFromInline
  func checkParameterCount(_ given: Int) throws(DatabaseError) {
    guard given == parameterCount else {
      throw .wrongParameterCount(wanted: parameterCount, given: given, sql: sql)
    }
  }

  @usableFromInline
  func position(of name: String) throws(DatabaseError) -> Int {
    // SQLite reads a name up to the first NUL.
    let position = name.utf8.contains(0) ? 0 : sqlite3_bind_parameter_index(pointer, name)
    guard position > 0 else { throw .noSuchParameter(name, sql: sql) }
    return Int(position)
  }
}
