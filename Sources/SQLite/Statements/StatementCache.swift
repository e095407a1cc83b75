/// A prepared statement that its connection keeps, and whether it is lent out.
@usableFromInline
final class CachedStatement {
  let sql: String
  /// Unchecked because `isLent` already keeps it from being used twice at a time.
  @exclusivity(unchecked) @usableFromInline var statement: Statement
  private let pointer: OpaquePointer
  fileprivate(set) var isLent = true
  /// Higher than that of all that were used before.
  fileprivate var lastUse = 0

  init(_ statement: consuming Statement, sql: String) {
    pointer = statement.pointer
    self.statement = statement
    self.sql = sql
  }

  /// Ends the loan. The statement has reset itself, at the end of each way to run it.
  /// `swap` is the one way out of its closure that the compiler leaves it.
  @usableFromInline
  func finish() {
    guard statement.pointer == pointer else {
      fatalError("A statement was swapped for another one; use each in its own closure")
    }
    isLent = false
  }
}

/// The statements that a connection keeps, at most `limit`: the least recently used one is released first.
struct StatementCache {
  let limit: Int
  private var statements: [String: CachedStatement] = [:]
  /// The one that was used last, since the next is often the same: that spares the hash of its SQL.
  private var latest: CachedStatement?
  private var useCount = 0

  init(limit: Int) { self.limit = limit }

  /// - Returns: a statement that is not lent out, to be lent out.
  mutating func take(_ sql: String) -> CachedStatement? {
    if let latest, latest.sql == sql { return lend(latest) }
    guard let cached = statements[sql] else { return nil }
    latest = cached
    return lend(cached)
  }

  private mutating func lend(_ cached: CachedStatement) -> CachedStatement? {
    guard !cached.isLent else { return nil }
    cached.isLent = true
    useCount += 1
    cached.lastUse = useCount
    return cached
  }

  /// Keeps a statement, unless one with the same SQL is kept already.
  mutating func insert(_ cached: CachedStatement) {
    guard limit > 0, statements[cached.sql] == nil else { return }
    if statements.count >= limit,
      let oldest = statements.values.min(by: { $0.lastUse < $1.lastUse })
    {
      statements[oldest.sql] = nil
      if latest === oldest { latest = nil }
    }
    useCount += 1
    cached.lastUse = useCount
    statements[cached.sql] = cached
    latest = cached
  }

  /// Finalises all.
  mutating func removeAll() {
    latest = nil
    statements = [:]
  }
}
