import Concurrency
import MiniRx

/// Sequences one at a time: the next is subscribed to when the one before has ended or was disposed.
final class Lane: Sendable {
  private typealias Start = @Sendable (_ leave: @escaping @Sendable () -> Void) -> Void

  private struct Queue {
    var waiting: ArraySlice<Start> = []
    var isTaken = false

    mutating func next() -> Start? {
      guard !isTaken, let start = waiting.popFirst() else { return nil }
      isTaken = true
      return start
    }
  }

  private let queue = Locked(Queue())
  /// So that a thousand sequences that end at once do not call each other a thousand levels deep.
  private let turns = Turns()

  /// The same sequence, which waits for those that were subscribed to before it.
  func oneAtATime<Element>(_ source: Observable<Element>) -> Observable<Element> {
    .create { [self] observer in
      let place = Place()
      enter { leave in
        guard place.enter(leaving: leave) else { return leave() }
        place.attach(
          source.subscribe { event in
            observer.on(event)
            if event.isStopEvent { place.dispose() }
          })
      }
      return place
    }
  }

  private func enter(_ start: @escaping Start) {
    queue.withLock { $0.waiting.append(start) }
    startNext()
  }

  private func startNext() {
    turns.take { [self] in
      guard let start = queue.withLock({ $0.next() }) else { return }
      let leaving = Disposables.create { [self] in
        queue.withLock { $0.isTaken = false }
        startNext()
      }
      start { leaving.dispose() }
    }
  }
}

/// One sequence in the lane: waiting, under way, or over; it is left once.
private final class Place: Disposable {
  private enum State: Sendable {
    case waiting
    case entered(leave: @Sendable () -> Void, source: (any Disposable)?)
    case over
  }

  private let state = Locked(State.waiting)

  /// - Returns: false when nobody wants the sequence any more.
  func enter(leaving leave: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .entered(leave: leave, source: nil)
      return true
    }
  }

  func attach(_ source: any Disposable) {
    let isLate = state.withLock { state in
      guard case .entered(let leave, _) = state else { return true }
      state = .entered(leave: leave, source: source)
      return false
    }
    if isLate { source.dispose() }
  }

  func dispose() {
    let former = state.withLock { state in
      defer { state = .over }
      return state
    }
    guard case .entered(let leave, let source) = former else { return }
    source?.dispose()
    leave()
  }
}
