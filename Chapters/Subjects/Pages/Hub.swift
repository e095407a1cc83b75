import MiniRx
import Workbook

extension Page {
  static let hub = Page("hub", "Two sources feed a hub, and one of them ends") { transcript in
    let bag = DisposeBag()

    let toSubject = SourcePair(named: "to subject", in: transcript)
    let subjectHub = PublishSubject<Int>()
    subjectHub.subscribe("subject hub", in: transcript).disposed(by: bag)
    for source in toSubject.sources { source.subscribe(subjectHub).disposed(by: bag) }
    toSubject.send()

    let toRelay = SourcePair(named: "to relay", in: transcript)
    let relayHub = PublishRelay<Int>()
    relayHub.subscribe("relay hub", in: transcript).disposed(by: bag)
    for source in toRelay.sources { source.bind(to: relayHub).disposed(by: bag) }
    toRelay.send()
  }
}

/// The first source sends 1 and completes, then the second sends 2.
private struct SourcePair {
  let sources = [PublishSubject<Int>(), PublishSubject<Int>()]
  private let senders: [DrawnObserver<Int>]

  init(named name: String, in transcript: Transcript) {
    senders = sources.enumerated().map { index, source in
      source.drawn(as: "\(name) \(index + 1)", in: transcript)
    }
  }

  func send() {
    senders[0].onNext(1)
    senders[0].onCompleted()
    senders[1].onNext(2)
  }
}
