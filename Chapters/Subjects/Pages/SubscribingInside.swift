import MiniRx
import Workbook

extension Page {
  static let subscribingInside = Page(
    "subscribing-inside", "A screen opens another, which sends during its replay"
  ) { transcript in
    let bag = DisposeBag()
    let subject = ReplaySubject<Int>.create(bufferSize: 2)
    let sender = subject.drawn(in: transcript)

    subject.subscribe("timeline", in: transcript) { event in
      guard event.element == 2 else { return }
      subject.subscribe("detail", in: transcript) { event in
        if event.element == 1 { sender.onNext(3) }
      }.disposed(by: bag)
    }.disposed(by: bag)
    sender.onNext(1)
    sender.onNext(2)
  }
}
