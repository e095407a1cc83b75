import MiniRx
import Workbook

extension Page {
  static let replaySubject = Page(
    "replay-subject", "The same with room for two values"
  ) { transcript in
    let bag = DisposeBag()
    let subject = ReplaySubject<Int>.create(bufferSize: 2)
    let sender = subject.drawn(in: transcript)
    sender.onNext(1)
    sender.onNext(2)
    subject.subscribe("observer1", in: transcript).disposed(by: bag)
    sender.onNext(3)
    subject.subscribe("observer2", in: transcript).disposed(by: bag)
    sender.onNext(4)
    sender.onCompleted()
    sender.onNext(5)
  }
}
