internal import Locking

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

/// An observer's place in the table; letting go of it cancels it.
public final class DataObservation: Sendable {
  private let cancellation: Locked<Cancellation?>

  private struct Cancellation {
    let run: @Sendable () -> Void
  }

  /// - Parameter cancel: is called once.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    cancellation = Locked(Cancellation(run: cancel))
  }

  /// No handler is called afterwards, apart from one that is running on another thread just now.
  public func cancel() {
    let cancellation = cancellation.withLock { cancellation in
      defer { cancellation = nil }
      return cancellation
    }
    cancellation?.run()
  }

  deinit { cancel() }
}
