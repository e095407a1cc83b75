import Concurrency
import MiniRx
import Workbook

extension Page {
  static let lostFirstValue = Page(
    "lost-first-value", "A store sends before its repository subscribes"
  ) { transcript in
    let bag = DisposeBag()

    let publishing = PublishSubject<String>()
    let received = Locked(0)
    sendCached(to: publishing, "publish", in: transcript)
    publishing
      .do(
        onNext: { _ in received.withLock { $0 += 1 } },
        onSubscribe: { transcript.line("publish: repository subscribes") }
      )
      .subscribe("publish", in: transcript).disposed(by: bag)
    transcript.line("publish: repository received \(received.withLock { $0 }) values")

    let replaying = ReplaySubject<String>.create(bufferSize: 1)
    sendCached(to: replaying, "replay", in: transcript)
    replaying
      .do(onSubscribe: { transcript.line("replay: repository subscribes") })
      .subscribe("replay", in: transcript).disposed(by: bag)
  }

  /// Sends a cached value, as a store does when it is created. The line is printed before the value
  /// arrives.
  private static func sendCached(
    to subject: some ObserverType<String>, _ name: String, in transcript: Transcript
  ) {
    let sender = subject.drawn(as: "\(name) sent", in: transcript)
    Observable.just("cached")
      .do(onNext: { transcript.line("\(name): store sends \($0)") })
      .subscribe(onNext: { sender.onNext($0) })
      .dispose()
  }
}
