import MiniRx
import Workbook

extension Page {
  static let weather = Page(
    "weather", "Four days, and two screens that open on the fourth"
  ) { transcript in
    let bag = DisposeBag()
    let threeDays = ReplaySubject<String>.create(bufferSize: 3)
    let oneDay = BehaviorSubject(value: "no report yet")
    let station = AnyObserver<String> { event in
      threeDays.on(event)
      oneDay.on(event)
    }.drawn(in: transcript)

    for day in ["day 1: sun", "day 2: rain", "day 3: cloud", "day 4: snow"] {
      station.onNext(day)
    }
    threeDays.subscribe("three days", in: transcript).disposed(by: bag)
    oneDay.subscribe("one day", in: transcript).disposed(by: bag)
  }
}
