import MiniRx
import Workbook

extension Page {
  static let hub = Page(
    "hub", "One source that ends, and the hub that ends with it"
  ) { transcript in
    let bag = DisposeBag()

    let subjectHub = PublishSubject<Int>()
    subjectHub.subscribe("subject hub", in: transcript).disposed(by: bag)
    feed(from: transcript, row: "to subject") { $0.subscribe(subjectHub).disposed(by: bag) }

    let relayHub = PublishRelay<Int>()
    relayHub.subscribe("relay hub", in: transcript).disposed(by: bag)
    feed(from: transcript, row: "to relay") { $0.bind(to: relayHub).disposed(by: bag) }
  }

  /// Connects two sources; the first sends 1 and completes, then the second sends 2.
  private static func feed(
    from transcript: Transcript, row: String, connect: (Observable<Int>) -> Void
  ) {
    let first = PublishSubject<Int>()
    let second = PublishSubject<Int>()
    connect(first.asObservable())
    connect(second.asObservable())
    let firstSender = first.drawn(as: "\(row) 1", in: transcript)
    firstSender.onNext(1)
    firstSender.onCompleted()
    second.drawn(as: "\(row) 2", in: transcript).onNext(2)
  }
}
