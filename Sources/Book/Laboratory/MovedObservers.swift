internal import Concurrency
internal import MiniRx

/// A scene in which two observers subscribe to a subject or a relay at any two moments. Each position is a run.
struct MovedObservers: Encodable {
  /// A kind of subject or relay, and the runs of its scene.
  struct Kind: Encodable {
    let name: String
    /// The line of code that makes it.
    let make: String
    /// The name of the function that sends a value.
    let send: String
    /// What is sent, in order: values, and `|` for `completed`.
    let sent: [String]
    /// What each call of a run sends to the observers, `1` and `2` and the event; calls are separated by commas. The run of
    /// moments `a` and `b` is at `a * (sent.count + 1) + b`; an observer with moment 0 subscribes before the first call.
    let runs: [String]
  }

  let kinds: [Kind]

  /// Runs all positions of all kinds.
  static func record() -> MovedObservers {
    let subjects =
      [
        ("PublishSubject", "PublishSubject<Int>()", { Stage(PublishSubject()) }),
        ("BehaviorSubject", "BehaviorSubject(value: 0)", { Stage(BehaviorSubject(value: 0)) }),
      ]
      + (0...3).map { size in
        (
          "ReplaySubject of \(size)", "ReplaySubject<Int>.create(bufferSize: \(size))",
          { Stage(ReplaySubject.create(bufferSize: size)) }
        )
      }
    let relays =
      [
        (
          "PublishRelay", "PublishRelay<Int>()",
          {
            let relay = PublishRelay<Int>()
            return Stage(relay, accept: relay.accept)
          }
        ),
        (
          "BehaviorRelay", "BehaviorRelay(value: 0)",
          {
            let relay = BehaviorRelay(value: 0)
            return Stage(relay, accept: relay.accept)
          }
        ),
      ]
      + (0...3).map { size in
        (
          "ReplayRelay of \(size)", "ReplayRelay<Int>.create(bufferSize: \(size))",
          {
            let relay = ReplayRelay<Int>.create(bufferSize: size)
            return Stage(relay, accept: relay.accept)
          }
        )
      }
    return MovedObservers(
      kinds: subjects.map { name, make, stage in
        kind(
          name, make, send: "onNext", [.next(1), .next(2), .next(3), .completed, .next(4)], stage)
      }
        + relays.map { name, make, stage in
          kind(name, make, send: "accept", [.next(1), .next(2), .next(3), .next(4)], stage)
        })
  }

  /// A subject or a relay: what observers subscribe to, and what sends into it.
  private struct Stage {
    let source: Observable<Int>
    let send: (Event<Int>) -> Void

    init(_ subject: some ObservableType<Int> & ObserverType<Int>) {
      source = subject.asObservable()
      send = { subject.on($0) }
    }

    init(_ relay: some ObservableType<Int>, accept: @escaping (Int) -> Void) {
      source = relay.asObservable()
      send = { $0.element.map(accept) }
    }
  }

  private static func kind(
    _ name: String, _ make: String, send: String, _ events: [Event<Int>], _ stage: () -> Stage
  ) -> Kind {
    let moments = 0...events.count
    return Kind(
      name: name, make: make, send: send, sent: events.map(mark),
      runs: moments.flatMap { first in
        moments.map { run(events, on: stage(), subscribing: [first, $0]) }
      })
  }

  private static func run(
    _ events: [Event<Int>], on stage: Stage, subscribing moments: [Int]
  ) -> String {
    let received = Locked("")
    let bag = DisposeBag()
    var calls: [String] = []
    func call(_ body: () -> Void) {
      body()
      calls.append(
        received.withLock { text in
          defer { text = "" }
          return text
        })
    }
    for moment in 0...events.count {
      for (index, start) in moments.enumerated() where start == moment {
        call {
          stage.source.subscribe { event in
            received.withLock { $0 += "\(index + 1)\(mark(event))" }
          }
          .disposed(by: bag)
        }
      }
      if moment < events.count { call { stage.send(events[moment]) } }
    }
    return calls.joined(separator: ",")
  }

  private static func mark(_ event: Event<Int>) -> String { event.element.map { "\($0)" } ?? "|" }
}
