import MiniRx
import Workbook

extension Page {
  static let relays = Page("relays", "A subscriber between two values") { transcript in
    let bag = DisposeBag()

    let publishRelay = PublishRelay<Int>()
    transcript.accept(1, in: "publish sent", by: publishRelay.accept)
    publishRelay.subscribe("publishRelay", in: transcript).disposed(by: bag)
    transcript.accept(2, in: "publish sent", by: publishRelay.accept)

    let behaviorRelay = BehaviorRelay(value: 0)
    transcript.accept(1, in: "behavior sent", by: behaviorRelay.accept)
    behaviorRelay.subscribe("behaviorRelay", in: transcript).disposed(by: bag)
    transcript.accept(2, in: "behavior sent", by: behaviorRelay.accept)
    transcript.line("behaviorRelay value: \(behaviorRelay.value)")
  }
}
