import Exercising

/// A list of all signals. A new observer reads it from its position to the end.
final class ReplayBuffer: ReplayRequirements {
  private final class Seat {
    var observer: ((Signal) -> Void)?
    var isListening = false
    init(_ observer: @escaping (Signal) -> Void) { self.observer = observer }
  }

  private let size: Int
  private var history: ArraySlice<Signal> = []
  private var walkers = 0
  private var seats: [Seat] = []
  private var isOver = false

  init(size: Int) {
    self.size = size
  }

  func on(_ signal: Signal) {
    if isOver { return }
    history.append(signal)
    if case .next = signal {} else { isOver = true }
    forgetTheOld()
    for seat in seats where seat.isListening {
      let observer = seat.observer
      // After its last signal, a seat is empty.
      if isOver { seat.observer = nil }
      observer?(signal)
    }
    if isOver { seats = [] }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    let seat = Seat(observer)
    seats.append(seat)
    walkers += 1
    var next = firstKept
    while next < history.endIndex {
      let signal = history[next]
      next += 1
      observer(signal)
    }
    walkers -= 1
    seat.isListening = true
    forgetTheOld()
    return { [weak self] in
      seat.observer = nil
      self?.seats.removeAll { $0 === seat }
    }
  }

  private var firstKept: Int {
    max(history.startIndex, history.endIndex - size - (isOver ? 1 : 0))
  }

  private func forgetTheOld() {
    // Signals are kept while a replay may still need them.
    if walkers == 0 { history = history[firstKept...] }
  }
}
