import MiniRx
import Workbook

extension Page {
  static let afterTheEnd = Page(
    "after-the-end", "What does a late subscriber receive?"
  ) { transcript in
    let bag = DisposeBag()
    let publish = PublishSubject<Int>()
    let behavior = BehaviorSubject(value: 0)
    let replay = ReplaySubject<Int>.create(bufferSize: 2)
    let sender = AnyObserver<Int> { event in
      publish.on(event)
      behavior.on(event)
      replay.on(event)
    }.drawn(in: transcript)

    for number in 1...3 { sender.onNext(number) }
    sender.onCompleted()
    publish.subscribe("publish", in: transcript).disposed(by: bag)
    behavior.subscribe("behavior", in: transcript).disposed(by: bag)
    replay.subscribe("replay", in: transcript).disposed(by: bag)
  }
}
