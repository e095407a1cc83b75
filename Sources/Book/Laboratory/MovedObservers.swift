internal import Foundation
internal import MiniRx
internal import Workbook

/// A scene in which two observers subscribe to a subject or a relay, each at any moment. Each pair
/// of moments is a run.
enum MovedObservers {
  /// A kind of subject or relay, and the runs of its scene.
  struct Kind {
    let name: String
    /// The events that are sent, in order: values, and `|` for `completed`.
    let sent: [String]
    /// The run of moments `a` and `b` is at `a * (sent.count + 1) + b`. An observer with moment 0
    /// subscribes before the first call.
    let runs: [Run]
  }

  struct Run {
    /// The calls, and the lines that the observers print.
    let recording: Recording
    let code: [String]
  }

  static func record() -> [Kind] {
    let sizes = 0...3
    return [
      subject("PublishSubject", "PublishSubject<Int>()") { PublishSubject<Int>() },
      subject("BehaviorSubject", "BehaviorSubject(value: 0)") { BehaviorSubject(value: 0) },
    ]
      + sizes.map { size in
        subject("ReplaySubject of \(size)", "ReplaySubject<Int>.create(bufferSize: \(size))") {
          ReplaySubject<Int>.create(bufferSize: size)
        }
      } + [
        relay("PublishRelay", "PublishRelay<Int>()", { PublishRelay<Int>() }) { $0.accept },
        relay("BehaviorRelay", "BehaviorRelay(value: 0)", { BehaviorRelay(value: 0) }) {
          $0.accept
        },
      ]
      + sizes.map { size in
        let create = { ReplayRelay<Int>.create(bufferSize: size) }
        return relay(
          "ReplayRelay of \(size)", "ReplayRelay<Int>.create(bufferSize: \(size))", create
        ) { $0.accept }
      }
  }

  private static func subject<Subject: ObservableType<Int> & ObserverType<Int>>(
    _ name: String, _ make: String, _ create: () -> Subject
  ) -> Kind {
    kind(name, make, send: "onNext", [.next(1), .next(2), .next(3), .completed, .next(4)]) {
      let subject = create()
      return Stage(source: subject.asObservable()) { subject.on($0) }
    }
  }

  private static func relay<Relay: ObservableType<Int>>(
    _ name: String, _ make: String, _ create: () -> Relay,
    accepting accept: (Relay) -> (Int) -> Void
  ) -> Kind {
    kind(name, make, send: "accept", [.next(1), .next(2), .next(3), .next(4)]) {
      let relay = create()
      let send = accept(relay)
      return Stage(source: relay.asObservable()) { $0.element.map(send) }
    }
  }

  /// A subject or a relay: its observable, and the function that sends into it.
  private struct Stage {
    let source: Observable<Int>
    let send: (Event<Int>) -> Void
  }

  private static func kind(
    _ name: String, _ make: String, send: String, _ events: [Event<Int>], _ stage: () -> Stage
  ) -> Kind {
    let moments = 0...events.count
    return Kind(
      name: name, sent: events.map { $0.element.map { "\($0)" } ?? "|" },
      runs: moments.flatMap { first in
        moments.map { second in
          var run = SceneRun(stage: stage(), send: send, code: ["let subject = \(make)"])
          run.play(events, subscribing: [first, second])
          return Run(recording: run.transcript.recording, code: run.code)
        }
      })
  }

  private struct SceneRun {
    let stage: Stage
    let send: String
    var code: [String]
    let transcript = Transcript { _ in }
    private let bag = DisposeBag()

    mutating func play(_ events: [Event<Int>], subscribing moments: [Int]) {
      for part in ["sent", "observer1", "observer2"] { transcript.part(part) }
      for moment in 0...events.count {
        for (index, start) in moments.enumerated() where start == moment {
          subscribe("observer\(index + 1)")
        }
        if moment < events.count { send(events[moment]) }
      }
    }

    private mutating func subscribe(_ observer: String) {
      code.append("subject.subscribe(\"\(observer)\")")
      transcript.subscribing(observer) {
        stage.source.subscribe { [transcript] event in
          transcript.receives(Mark(event), in: observer)
          transcript.line("\(observer): \(event)")
        }
        .disposed(by: bag)
      }
    }

    private mutating func send(_ event: Event<Int>) {
      code.append("subject." + (event.element.map { "\(send)(\($0))" } ?? "onCompleted()"))
      transcript.sending(Mark(event)) { stage.send(event) }
    }
  }
}

extension Mark {
  fileprivate init(_ event: Event<Int>) {
    self = event.element.map { .value("\($0)") } ?? .completed
  }
}

extension MovedObservers.Kind {
  /// The path of the script with its runs, below the site's folder.
  var path: String { "moves/\(name.replacing(" ", with: "-")).js" }

  /// All runs, each with its picture, its code and its output.
  func script() throws -> String {
    struct Script: Encodable {
      let name: String
      let sent: [String]
      let runs: [[String]]
    }
    let label = "role=\"group\" aria-label=\"What two observers of a \(name) receive\""
    let runs = runs.map { run in
      let svg = Drawing(run.recording, as: .marbles).svg(label) {
        let event = run.recording.events[$0 - 1]
        return [("part", event.from ?? event.to ?? "")]
      }
      return [svg, run.code.joined(separator: "\n"), run.recording.lines.joined(separator: "\n")]
    }
    let json = try JSONEncoder.ofBook.encode(Script(name: name, sent: sent, runs: runs))
    return "(window.bookMoves ||= []).push(\(String(decoding: json, as: UTF8.self)));\n"
  }
}
