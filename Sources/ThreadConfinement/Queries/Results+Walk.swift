internal import SQLite

extension Results: Sequence {
  /// Walks the objects that are there now, even if the loop deletes or changes them.
  public func makeIterator() -> Iterator {
    Iterator(
      evaluate { (db) throws(DatabaseError) in try query.keys(on: db) }, of: self)
  }

  /// A walk; it holds the keys of what was there at its start, and reads each object when it comes
  /// to it.
  public struct Iterator: IteratorProtocol {
    private let results: Results
    private let keys: [(key: Object.ID, serial: Int64)]
    private var next_ = 0

    init(_ keys: [(key: Object.ID, serial: Int64)], of results: Results) {
      self.keys = keys
      self.results = results
    }

    /// The next; invalidating the store during the walk ends the process.
    public mutating func next() -> LiveObject<Object>? {
      guard !results.isInvalidated else { Misuse.invalidatedDuringWalk.stop() }
      guard next_ < keys.count else { return nil }
      defer { next_ += 1 }
      let (key, serial) = keys[next_]
      return LiveObject(unread: key, serial: serial, in: results.query.table, of: results.owner)
    }
  }
}

extension Results {
  /// The smallest value of a column; nil if there is none.
  public func min<Value: ColumnValue & Comparable>(of keyPath: KeyPath<Object, Value>) -> Value? {
    evaluate { (db) throws(DatabaseError) in try query.aggregate("min", keyPath, on: db) }
  }

  /// The greatest value of a column; nil if there is none.
  public func max<Value: ColumnValue & Comparable>(of keyPath: KeyPath<Object, Value>) -> Value? {
    evaluate { (db) throws(DatabaseError) in try query.aggregate("max", keyPath, on: db) }
  }

  /// The sum of a column, 0 over nothing.
  public func sum<Value: ColumnValue & AdditiveArithmetic>(
    of keyPath: KeyPath<Object, Value>
  ) -> Value {
    evaluate { (db) throws(DatabaseError) in try query.aggregate("sum", keyPath, on: db) } ?? .zero
  }

  /// The mean of a column; nil over nothing.
  public func average<Value: ColumnValue & AdditiveArithmetic>(
    of keyPath: KeyPath<Object, Value>
  ) -> Double? {
    evaluate { (db) throws(DatabaseError) in try query.aggregate("avg", keyPath, on: db) }
  }
}
