import Exercising
import Foundation

/// Observers are objects that leave at their terminal event. A subscription removes empty objects.
final class PublishSubject: SubjectRequirements {
  private final class Place {
    private var observer: ((Signal) -> Void)?
    init(_ observer: @escaping (Signal) -> Void) { self.observer = observer }

    var isEmpty: Bool { observer == nil }

    func leave() { observer = nil }

    func receive(_ signal: Signal) {
      let receiving = observer
      if case .next = signal {} else { leave() }
      receiving?(signal)
    }
  }

  private let lock = NSRecursiveLock()
  private var places: [Place] = []
  private var last: Signal?

  init() {}

  func on(_ signal: Signal) {
    let listening = lock.withLock { () -> [Place] in
      guard last == nil else { return [] }
      let listening = places
      if signal == .completed { last = signal }
      if case .error = signal { last = signal }
      if last != nil { places.removeAll() }
      return listening
    }
    listening.forEach { $0.receive(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    let place = Place(observer)
    let end = lock.withLock { () -> Signal? in
      places.removeAll(where: \.isEmpty)
      if last == nil { places.append(place) }
      return last
    }
    if let end { observer(end) }
    return place.leave
  }
}
