internal import Concurrency
internal import Observing

/// A change that a commit made to the table of users. It identifies rows but does not contain them,
/// because the single instance of a user belongs to the service.
public enum DataEvent: Hashable, Sendable {
  case insert(Int64)
  case update(Int64)
  case delete(Int64)
  /// This many rows changed together, by a bulk operation or by a transaction of more than
  /// ``mostOfOneCommit`` changes; they have to be read again.
  case refresh(rows: Int)

  /// The maximum number of changes that a commit reports one by one.
  public static let mostOfOneCommit = 100

  /// The events to report for the changes of a commit.
  static func events(of changes: [DataEvent]) -> [DataEvent] {
    guard changes.count > mostOfOneCommit else { return changes }
    return [.refresh(rows: changes.reduce(0) { $0 + $1.rowCount })]
  }

  private var rowCount: Int {
    if case .refresh(let count) = self { count } else { 1 }
  }
}

/// The observers of a database, which receive its events in the order of the commits.
final class DataEventObservers: Sendable {
  private struct Observer: Sendable {
    let place: CompletionPlace
    let handle: @Sendable (DataEvent) -> Void
  }

  private struct State {
    var latestID = 0
    var observers: [(id: Int, observer: Observer)] = []
  }

  private let state = Locked(State())

  func add(
    on place: CompletionPlace, _ handler: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding {
    let observer = Observer(place: place, handle: handler)
    let id = state.withLock { state in
      state.latestID += 1
      state.observers.append((state.latestID, observer))
      return state.latestID
    }
    return Binding { [weak self] in self?.remove(id) }
  }

  /// Called on one thread, in the order of the commits.
  func notify(_ events: [DataEvent]) {
    for event in events {
      let observers = state.withLock { $0.observers }
      for (id, observer) in observers {
        observer.place.run { [self] in if contains(id) { observer.handle(event) } }
      }
    }
  }

  private func contains(_ id: Int) -> Bool {
    state.withLock { state in state.observers.contains { $0.id == id } }
  }

  private func remove(_ id: Int) {
    // The handler is released outside the lock, because that may run code.
    let removed = state.withLock { state in
      let removed = state.observers.filter { $0.id == id }
      state.observers.removeAll { $0.id == id }
      return removed
    }
    withExtendedLifetime(removed) {}
  }
}
