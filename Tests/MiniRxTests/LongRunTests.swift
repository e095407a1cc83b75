import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing

/// Rules that only many values, the release of a value, or several threads can break.
struct LongRunTests {
  @Test(arguments: ["create", "from", "of through map"])
  func `a hundred thousand values need no more stack than one`(kind: String) throws {
    let count = 100_000
    let numbers: Observable<Int> =
      switch kind {
      case "create":
        .create { observer in
          for number in 0..<count { observer.onNext(number) }
          observer.onCompleted()
          return Disposables.create()
        }
      case "from": .from(0..<count)
      default: Observable.from(Array(0..<count)).map { $0 }
      }
    let heard = Locked((count: 0, last: -1))
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = numbers.subscribe(onNext: { number in heard.withLock { $0 = ($0.count + 1, number) } })
      isDone.signal()
    }
    thread.stackSize = 256 * 1024
    thread.start()
    try waiting(for: "the end of \(kind)") { isDone.wait() }
    let (total, last) = heard.withLock { $0 }
    #expect(total == count)
    #expect(last == count - 1)
  }

  @Test
  func `no sequence is made or subscribed to once an inner one has failed`() {
    let recorder = Recorder<String>()
    let numbers = ReplaySubject<Int>.createUnbounded()
    for number in 1...3 { numbers.onNext(number) }
    @Sendable func request(_ number: Int) -> Observable<Int> {
      .create { observer in
        recorder.record("request \(number)")
        observer.onError(Boom.boom)
        return Disposables.create()
      }
    }
    _ = numbers.flatMapLatest { number in
      recorder.record("selector \(number)")
      return request(number)
    }
    .subscribe(recorder.handler("Ann"))
    _ = Observable.merge(request(4), request(5)).subscribe(recorder.handler("Bob"))
    _ = Observable.combineLatest(request(6), request(7)) { $0 + $1 }
      .subscribe(recorder.handler("Cid"))
    #expect(
      recorder.entries == [
        "selector 1", "request 1", "Ann error(boom)", "request 4", "Bob error(boom)", "request 6",
        "Cid error(boom)",
      ])
  }

  @Test
  func `a replaced value is released after its successor was delivered`() {
    final class News: Sendable {
      let number: Int
      let atEnd: (@Sendable () -> Void)?

      init(_ number: Int, atEnd: (@Sendable () -> Void)? = nil) {
        self.number = number
        self.atEnd = atEnd
      }

      deinit { atEnd?() }
    }

    let recorder = Recorder<String>()
    let subject = BehaviorSubject(value: News(0))
    let replay = ReplaySubject<News>.create(bufferSize: 1)
    _ = subject.subscribe(onNext: { recorder.record("Ann \($0.number)") })
    _ = replay.subscribe(onNext: { recorder.record("Bob \($0.number)") })
    subject.onNext(News(1) { [weak subject] in subject?.onNext(News(99)) })
    subject.onNext(News(2))
    replay.onNext(News(1) { [weak replay] in replay?.onNext(News(99)) })
    replay.onNext(News(2))
    let latest = (try? subject.value())?.number
    #expect(recorder.entries == ["Ann 0", "Ann 1", "Ann 2", "Ann 99", "Bob 1", "Bob 2", "Bob 99"])
    #expect(latest == 99)
  }

  @Test
  func `the last pair of two threads is the latest of both`() {
    for _ in 0..<200 {
      let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
      let last = Locked((0, 0))
      let subscription = Observable<(Int, Int)>.combineLatest(left, right)
        .subscribe(onNext: { pair in last.withLock { $0 = pair } })
      DispatchQueue.concurrentPerform(iterations: 2) { side in
        for number in 1...20 { (side == 0 ? left : right).onNext(number) }
      }
      let pair = last.withLock { $0 }
      #expect(pair == (20, 20))
      subscription.dispose()
    }
  }

  private enum Boom: Error {
    case boom
  }
}
