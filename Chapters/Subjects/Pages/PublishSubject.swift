import MiniRx
import Workbook

extension Page {
  static let publishSubject = Page(
    "publish-subject", "Five events, and two observers that come late"
  ) { transcript in
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let sender = subject.drawn(in: transcript)
    sender.onNext(1)
    subject.subscribe("observer1", in: transcript).disposed(by: bag)
    sender.onNext(2)
    subject.subscribe("observer2", in: transcript).disposed(by: bag)
    sender.onNext(3)
    sender.onCompleted()
    sender.onNext(4)
  }
}
