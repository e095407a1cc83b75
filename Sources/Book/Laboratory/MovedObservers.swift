internal import Foundation
internal import MiniRx
internal import Workbook

/// A kind of subject or relay, and its runs with two observers that subscribe at any moment.
struct MovedObservers: Sendable {
  struct Run: Sendable {
    let recording: Recording
    let code: [String]
  }

  let name: String
  /// The events that are sent, in order: values, and `|` for `completed`.
  let sent: [String]
  /// The run of moments `a` and `b` is at `a * (sent.count + 1) + b`. 0 is before the first call.
  let runs: [Run]

  static let all =
    [
      MovedObservers("PublishSubject", "PublishSubject<Int>()", stage(PublishSubject())),
      MovedObservers(
        "BehaviorSubject", "BehaviorSubject(value: 0)", stage(BehaviorSubject(value: 0))),
      MovedObservers("PublishRelay", "PublishRelay<Int>()", stage(PublishRelay())),
      MovedObservers("BehaviorRelay", "BehaviorRelay(value: 0)", stage(BehaviorRelay(value: 0))),
    ]
    + (0...3).flatMap { size in
      [
        MovedObservers(
          "ReplaySubject of \(size)", "ReplaySubject<Int>.create(bufferSize: \(size))",
          stage(ReplaySubject.create(bufferSize: size))),
        MovedObservers(
          "ReplayRelay of \(size)", "ReplayRelay<Int>.create(bufferSize: \(size))",
          stage(ReplayRelay.create(bufferSize: size))),
      ]
    }

  /// The observable of a subject or a relay, and the function that sends into it.
  private typealias Stage = (source: Observable<Int>, send: (Event<Int>) -> Void)

  private static func stage(_ subject: some ObservableType<Int> & ObserverType<Int>) -> Stage {
    (subject.asObservable(), { subject.on($0) })
  }

  private static func stage(_ relay: some RelayType<Int>) -> Stage {
    (relay.asObservable(), { $0.element.map(relay.accept) })
  }

  /// Plays the scene once for each pair of moments. `make` is the code that creates the subject.
  private init(_ name: String, _ make: String, _ create: @autoclosure () -> Stage) {
    let isRelay = name.contains("Relay")
    let events: [Event<Int>] =
      [.next(1), .next(2), .next(3)] + (isRelay ? [] : [.completed]) + [.next(4)]
    let calls = events.map { event in
      event.element.map { "subject.\(isRelay ? "accept" : "onNext")(\($0))" }
        ?? "subject.onCompleted()"
    }
    let moments = 0...events.count
    self.name = name
    sent = events.map { $0.element.map { "\($0)" } ?? "|" }
    runs = moments.flatMap { first in
      moments.map { second in
        Self.run(create(), "let subject = \(make)", Array(zip(events, calls)), [first, second])
      }
    }
  }

  private static func run(
    _ stage: Stage, _ creation: String, _ calls: [(event: Event<Int>, code: String)],
    _ moments: [Int]
  ) -> Run {
    var code = [creation]
    let transcript = Transcript { _ in }
    let bag = DisposeBag()
    for part in ["sent", "observer1", "observer2"] { transcript.part(part) }
    for moment in 0...calls.count {
      for (observer, start) in zip(["observer1", "observer2"], moments) where start == moment {
        code.append("subject.subscribe(\"\(observer)\")")
        transcript.subscribing(observer) {
          stage.source.subscribe { event in
            transcript.receives(Mark(event), in: observer)
            transcript.line("\(observer): \(event)")
          }
          .disposed(by: bag)
        }
      }
      guard moment < calls.count else { break }
      code.append(calls[moment].code)
      transcript.sending(Mark(calls[moment].event)) { stage.send(calls[moment].event) }
    }
    return Run(recording: transcript.recording, code: code)
  }
}

extension Mark {
  fileprivate init(_ event: Event<Int>) {
    self = event.element.map { .value("\($0)") } ?? .completed
  }
}

extension MovedObservers {
  /// The path of its script, below the site's folder.
  var path: String { "moves/\(name.replacing(" ", with: "-")).js" }

  /// By their paths: all runs, each with its picture, its code and its output.
  static let scripts = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0.script) })

  private var script: String {
    let label = "role=\"group\" aria-label=\"What two observers of a \(name) receive\""
    let runs = runs.map { run in
      let svg = Drawing(run.recording, as: .marbles).svg(label) { event, _ in
        [("part", event.from ?? event.to ?? "")]
      }
      return [svg, run.code.joined(separator: "\n"), run.recording.lines.joined(separator: "\n")]
    }
    return "(window.bookMoves ||= []).push({\"name\":\(jsonText(name)),"
      + "\"runs\":\(jsonText(runs)),\"sent\":\(jsonText(sent))});\n"
  }
}
