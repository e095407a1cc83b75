import Exercising

/// A ring buffer of values. Each observer has a queue while it receives the buffered values.
final class ReplayBuffer: ReplayRequirements {
  private var ring: [Int?]
  private var sentCount = 0
  private var end: Signal?
  private var places: [Int: (Signal) -> Void] = [:]
  private var mailboxes: [Int: [Signal]] = [:]
  private var lastPlace = 0

  init(size: Int) {
    ring = Array(repeating: nil, count: size)
  }

  private var past: [Signal] {
    let begin = max(sentCount - ring.count, 0)
    return (begin..<sentCount).compactMap { ring[$0 % ring.count].map(Signal.next) }
  }

  func on(_ signal: Signal) {
    guard end == nil else { return }
    if case .next(let value) = signal {
      if !ring.isEmpty {
        ring[sentCount % ring.count] = value
        sentCount += 1
      }
    } else {
      end = signal
    }
    for place in places.keys.sorted() where end == nil || end == signal {
      if mailboxes[place] != nil {
        mailboxes[place]?.append(signal)
      } else {
        places[place]?(signal)
      }
    }
    if end != nil { places = places.filter { mailboxes[$0.key] != nil } }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    lastPlace += 1
    let place = lastPlace
    places[place] = observer
    mailboxes[place] = past + (end.map { [$0] } ?? [])
    while let signal = mailboxes[place]?.first {
      mailboxes[place]?.removeFirst()
      observer(signal)
    }
    mailboxes[place] = nil
    if end != nil { places[place] = nil }
    return { [weak self] in self?.places[place] = nil }
  }
}
