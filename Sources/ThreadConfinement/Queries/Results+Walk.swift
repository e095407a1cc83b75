internal import SQLite

extension Results: Sequence {
  /// Walks the objects that are there now, even if the loop deletes or changes them.
  public func makeIterator() -> Iterator {
    Iterator(keys, of: self)
  }

  /// A walk; it holds the keys of what was there at its start, and reads each object when it comes
  /// to it.
  public struct Iterator: IteratorProtocol {
    private let results: Results
    private let keys: [RowKey<Object>]
    private var place = 0

    init(_ keys: [RowKey<Object>], of results: Results) {
      self.keys = keys
      self.results = results
    }

    /// The next; invalidating the store during the walk ends the process.
    public mutating func next() -> LiveObject<Object>? {
      guard !results.isInvalidated else { Misuse.invalidatedDuringWalk.stop() }
      guard place < keys.count else { return nil }
      defer { place += 1 }
      return results.live(keys[place])
    }
  }
}

extension Results {
  /// The smallest value of a column; nil if there is none.
  public func min<Value: ColumnValue & Comparable>(of keyPath: KeyPath<Object, Value>) -> Value? {
    evaluate { (db) throws(DatabaseError) -> Value? in
      try query.aggregate("min", keyPath, on: db)
    } ?? nil
  }

  /// The greatest value of a column; nil if there is none.
  public func max<Value: ColumnValue & Comparable>(of keyPath: KeyPath<Object, Value>) -> Value? {
    evaluate { (db) throws(DatabaseError) -> Value? in
      try query.aggregate("max", keyPath, on: db)
    } ?? nil
  }

  /// The sum of a column, 0 over nothing. A sum of integers that does not fit is a failure of reading, see
  /// ``ConfinedStore/checkingReads(_:)``; one of numbers with a fraction follows IEEE 754.
  public func sum<Value: ColumnValue & AdditiveArithmetic>(
    of keyPath: KeyPath<Object, Value>
  ) -> Value {
    evaluate { (db) throws(DatabaseError) in try query.sum(keyPath, on: db) } ?? .zero
  }

  /// The mean of a column; nil over nothing.
  public func average<Value: ColumnValue & AdditiveArithmetic>(
    of keyPath: KeyPath<Object, Value>
  ) -> Double? {
    evaluate { (db) throws(DatabaseError) in try query.average(keyPath, on: db) } ?? nil
  }
}
