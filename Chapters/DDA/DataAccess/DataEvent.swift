/// What a commit changed in the table of users. It names rows and does not carry them: the one instance of
/// a user is the service's.
public enum DataEvent: Hashable, Sendable {
  case insert(Int64)
  case update(Int64)
  case delete(Int64)
  /// So many rows changed at once, by an operation on many or by a transaction of more than
  /// ``mostOfOneCommit`` changes: read them anew.
  case refresh(rows: Int)

  /// From how many changes on each for itself would be noise.
  public static let mostOfOneCommit = 100

  /// What is told of a commit that made these changes.
  static func told(of changes: [DataEvent]) -> [DataEvent] {
    guard changes.count > mostOfOneCommit else { return changes }
    return [.refresh(rows: changes.reduce(0) { $0 + $1.rowCount })]
  }

  private var rowCount: Int {
    if case .refresh(let count) = self { count } else { 1 }
  }
}
