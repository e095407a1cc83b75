import MiniRx
import Workbook

extension Page {
  static let error = Page("error", "What does an error do to a shared subject?") { transcript in
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let sender = subject.drawn(in: transcript)

    subject.subscribe("observer1", in: transcript).disposed(by: bag)
    sender.onNext(1)
    sender.onError(Failure.boom)
    sender.onNext(2)
    subject.subscribe("late", in: transcript).disposed(by: bag)
  }

  private enum Failure: Swift.Error {
    case boom
  }
}
