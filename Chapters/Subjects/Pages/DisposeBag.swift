import MiniRx
import Workbook

extension Page {
  static let disposeBag = Page("dispose-bag", "When does a subscription end?") { transcript in
    let subject = PublishSubject<Int>()
    let sender = subject.drawn(in: transcript)

    var bag = DisposeBag()
    subject.subscribe("observer", in: transcript).disposed(by: bag)
    sender.onNext(1)
    transcript.line("has observers: \(subject.hasObservers)")
    bag = DisposeBag()
    transcript.line("bag released")
    transcript.line("has observers: \(subject.hasObservers)")
    sender.onNext(2)
  }
}
