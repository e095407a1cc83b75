import Exercising
import Foundation

/// Observers are objects with a flag for their disposal. Disposed ones are removed at the next subscription.
final class PublishSubject: LearnersSubject {
  private final class Place {
    var observer: ((Signal) -> Void)?
    init(_ observer: @escaping (Signal) -> Void) { self.observer = observer }
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
    listening.forEach { $0.observer?(signal) }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    let place = Place(observer)
    let end = lock.withLock { () -> Signal? in
      places.removeAll { $0.observer == nil }
      if last == nil { places.append(place) }
      return last
    }
    if let end { observer(end) }
    return { place.observer = nil }
  }
}
