import MiniRx
import Workbook

extension Page {
  static let behaviorSubject = Page(
    "behavior-subject", "The same with an initial value"
  ) { transcript in
    let bag = DisposeBag()
    let subject = BehaviorSubject(value: 1)
    let sender = subject.drawn(in: transcript)
    subject.subscribe("observer1", in: transcript).disposed(by: bag)
    sender.onNext(2)
    subject.subscribe("observer2", in: transcript).disposed(by: bag)
    sender.onNext(3)
    sender.onCompleted()
    sender.onNext(4)
  }
}
