import Concurrency
import MiniRx
import Workbook

extension Page {
  static let noInitialValue = Page(
    "no-initial-value", "What is the value before there is one?"
  ) { transcript in
    let bag = DisposeBag()
    let behavior = BehaviorSubject<String?>(value: nil)
    let replay = ReplaySubject<String>.create(bufferSize: 1)
    let behaviorSender = behavior.drawn(as: "behavior sent", in: transcript)
    let replaySender = replay.drawn(as: "replay sent", in: transcript)
    let received = Locked(0)

    behavior.subscribe("behavior", in: transcript).disposed(by: bag)
    replay.do(onNext: { _ in received.withLock { $0 += 1 } })
      .subscribe("replay", in: transcript).disposed(by: bag)
    transcript.line("replay: received \(received.withLock { $0 }) values")

    behaviorSender.onNext("moments")
    replaySender.onNext("moments")
  }
}
