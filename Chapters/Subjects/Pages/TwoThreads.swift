import Concurrency
import MiniRx
import Workbook

extension Page {
  static let twoThreads = Page(
    "two-threads", "Must the second sender wait for the first?"
  ) { transcript in
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let isBusy = Gate()
    let mayFinish = Gate()
    let isDone = Gate()

    subject.subscribe("observer", in: transcript) { event in
      guard event.element == 1 else { return mayFinish.open() }
      isBusy.open()
      mayFinish.wait()
      transcript.line("observer: done with 1")
    }.disposed(by: bag)
    let other = ThreadPool(name: "other")
    other.async {
      subject.onNext(1)
      isDone.open()
    }
    await isBusy.passed()
    subject.onNext(2)
    await isDone.passed()
  }
}
