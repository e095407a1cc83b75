import Locking
import MiniRx
import Workbook

extension Page {
  static let lostFirstValue = Page(
    "lost-first-value", "A store that speaks before anybody listens"
  ) { transcript in
    let bag = DisposeBag()

    let publishing = PublishSubject<String>()
    let received = Locked(0)
    transcript.line("publish: store sends cached")
    publishing.drawn(as: "publish sent", in: transcript).onNext("cached")
    transcript.line("publish: repository subscribes")
    publishing.do(onNext: { _ in received.withLock { $0 += 1 } })
      .subscribe("publish", in: transcript).disposed(by: bag)
    transcript.line("publish: repository received \(received.withLock { $0 }) values")

    let replaying = ReplaySubject<String>.create(bufferSize: 1)
    transcript.line("replay: store sends cached")
    replaying.drawn(as: "replay sent", in: transcript).onNext("cached")
    transcript.line("replay: repository subscribes")
    replaying.subscribe("replay", in: transcript).disposed(by: bag)
  }
}
