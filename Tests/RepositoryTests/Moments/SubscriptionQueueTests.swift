import MiniRx
import Testing

@testable import Chapter_Repository

@Suite(.serialized)
struct `Serial sequences` {
  private let queue = SubscriptionQueue()
  private let bag = DisposeBag()

  @Test
  func `run one at a time, in the order of subscription`() {
    let history = History()
    let sources = (0..<3).map { _ in PublishSubject<Int>() }
    for (index, source) in sources.enumerated() {
      let entering = source.asObservable().do(onSubscribe: { history.add("\(index) enters") })
      queue.oneAtATime(entering).subscribe { history.add("\(index) \($0)") }.disposed(by: bag)
    }
    sources[1].onNext(0)
    sources[0].onNext(1)
    sources[0].onCompleted()
    sources[1].onNext(2)
    sources[1].onError(RxError.disposed(object: "source"))
    sources[2].onNext(3)
    #expect(
      history.events.filter { !$0.contains("error") } == [
        "0 enters", "0 next(1)", "0 completed", "1 enters", "1 next(2)", "2 enters", "2 next(3)",
      ])
  }

  @Test
  func `continue past a disposed sequence, before and after it has started`() {
    let history = History()
    let sources = (0..<3).map { _ in PublishSubject<Int>() }
    let subscriptions = sources.enumerated().map { index, source in
      queue.oneAtATime(source.asObservable()).subscribe { history.add("\(index) \($0)") }
    }
    subscriptions[1].dispose()
    subscriptions[0].dispose()
    subscriptions[0].dispose()
    sources[0].onNext(1)
    sources[2].onNext(2)
    sources[2].onCompleted()
    let last = History.of(queue.oneAtATime(.just(3)), until: bag)
    #expect(history.events == ["2 next(2)", "2 completed"])
    #expect(last.events == ["next(3)", "completed"])
    #expect(sources.map(\.hasObservers) == [false, false, false])
  }

  @Test
  func `run ten thousand sequences that end at once without deep recursion`() {
    let history = History()
    let first = PublishSubject<Int>()
    queue.oneAtATime(first.asObservable()).subscribe().disposed(by: bag)
    for number in 0..<10_000 {
      queue.oneAtATime(.just(number)).subscribe(onNext: { history.add("\($0)") }).disposed(by: bag)
    }
    #expect(history.events == [])
    first.onCompleted()
    #expect(history.events == (0..<10_000).map(String.init))
  }
}
