internal import Concurrency
internal import Observing

/// Who is told of events, in the order in which they came.
final class DataObservers: Sendable {
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
    on place: CompletionPlace, _ handle: @escaping @Sendable (DataEvent) -> Void
  ) -> Binding {
    let observer = Observer(place: place, handle: handle)
    let id = state.withLock { state in
      state.latestID += 1
      state.observers.append((state.latestID, observer))
      return state.latestID
    }
    return Binding { [weak self] in self?.remove(id) }
  }

  /// To be called by one thread, in the order of the events.
  func tell(_ events: [DataEvent]) {
    for event in events {
      let observers = state.withLock { $0.observers }
      for (id, observer) in observers {
        observer.place.run { [self] in if isThere(id) { observer.handle(event) } }
      }
    }
  }

  private func isThere(_ id: Int) -> Bool {
    state.withLock { state in state.observers.contains { $0.id == id } }
  }

  private func remove(_ id: Int) {
    // Carried out of the lock, since letting go of a handler may run any code.
    let removed = state.withLock { state in
      let removed = state.observers.filter { $0.id == id }
      state.observers.removeAll { $0.id == id }
      return removed
    }
    withExtendedLifetime(removed) {}
  }
}
