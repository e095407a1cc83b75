import Concurrency
import MiniRx
import Workbook

extension Page {
  static let actingInside = Page(
    "acting-inside", "An observer sends, and closes a screen, while it is called"
  ) { transcript in
    let bag = DisposeBag()
    let subject = PublishSubject<Int>()
    let sender = subject.drawn(in: transcript)
    let detail = Locked<(any Disposable)?>(nil)

    subject.subscribe("timeline", in: transcript) { event in
      if event.element == 1 { sender.onNext(2) }
      if event.element == 3 { detail.withLock { $0 }?.dispose() }
    }.disposed(by: bag)
    let subscription = subject.subscribe("detail", in: transcript)
    detail.withLock { $0 = subscription }
    sender.onNext(1)
    sender.onNext(3)
  }
}
