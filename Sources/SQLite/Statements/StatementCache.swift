/// A cached prepared statement, and whether it is lent to a closure.
@usableFromInline
final class CachedStatement {
  let sql: String
  /// Unchecked because `isLent` already prevents overlapping uses.
  @exclusivity(unchecked) @usableFromInline var statement: Statement
  private let pointer: OpaquePointer
  fileprivate(set) var isLent = true

  init(_ statement: consuming Statement, sql: String) {
    pointer = statement.pointer
    self.statement = statement
    self.sql = sql
  }

  /// Ends a use. The compiler allows one way to move a statement out of its closure: `swap`.
  @usableFromInline
  func finish() {
    guard statement.pointer == pointer else {
      fatalError("A statement was swapped for another one; use each in its own closure")
    }
    isLent = false
  }
}

/// The statements of a connection, at most ``limit``; one more releases all others.
struct StatementCache {
  private static let limit = 64
  private var statements: [String: CachedStatement] = [:]
  /// The last used statement, often the next one too. Comparing its SQL is cheaper than hashing.
  private var latest: CachedStatement?

  /// - Returns: The statement, marked as lent; nil if there is none or it is already lent.
  mutating func take(_ sql: String) -> CachedStatement? {
    if let latest, latest.sql == sql { return lend(latest) }
    guard let cached = statements[sql] else { return nil }
    latest = cached
    return lend(cached)
  }

  private mutating func lend(_ cached: CachedStatement) -> CachedStatement? {
    guard !cached.isLent else { return nil }
    cached.isLent = true
    return cached
  }

  mutating func insert(_ cached: CachedStatement) {
    guard statements[cached.sql] == nil else { return }
    if statements.count >= Self.limit { removeAll() }
    statements[cached.sql] = cached
    latest = cached
  }

  mutating func removeAll() {
    latest = nil
    statements = [:]
  }
}
