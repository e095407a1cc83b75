import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct CreateTests {
  let recorder = Recorder<String>()

  @Test(arguments: TerminalEvent.allCases)
  func `the observer of create keeps the grammar`(ending: TerminalEvent) {
    let sequence = Observable<Int>.create { [recorder] observer in
      observer.onNext(1)
      observer.on(ending.event())
      observer.onNext(2)
      observer.onError(TestError.bang)
      observer.onCompleted()
      return Disposables.create { recorder.record("clean-up") }
    }
    _ = sequence.subscribe(recorder.handler("Ann"))
    #expect(recorder.entries == ["Ann next(1)", "Ann \(ending.event())", "clean-up"])
  }

  @Test(arguments: [nil] + TerminalEvent.allCases)
  func `after the end or dispose create has cleaned up once, forwards and retains nothing`(
    ending: TerminalEvent?
  ) {
    let observer = Locked<AnyObserver<Int>?>(nil)
    let sequence = Observable<Int>.create { [recorder] sender in
      observer.withLock { $0 = sender }
      return Disposables.create { recorder.record("clean-up") }
    }
    let subscription = sequence.subscribe(
      recorder.handler("Ann", keeping: recorder.probe("capture")))
    let sender = observer.withLock { $0 }
    sender?.onNext(1)
    if let ending { sender?.on(ending.event()) } else { subscription.dispose() }
    recorder.record("ended")
    sender?.onNext(2)
    sender?.onCompleted()
    subscription.dispose()
    let end = ending.map { ["Ann \($0.event())"] } ?? []
    #expect(recorder.entries == ["Ann next(1)"] + end + ["clean-up", "capture released", "ended"])
  }

  @Test func `just, of, from, empty, never and error behave as named`() {
    let sequences: [(String, Observable<Int>)] = [
      ("just", .just(1)), ("of", .of(1, 2)), ("from", .from([1, 2, 3])), ("range", .from(1...2)),
      ("none", .from([])), ("empty", .empty()), ("never", .never()),
      ("error", .error(TestError.boom)),
    ]
    for (name, sequence) in sequences {
      _ = sequence.subscribe(recorder.handler(name))
    }
    #expect(
      recorder.entries == [
        "just next(1)", "just completed",
        "of next(1)", "of next(2)", "of completed",
        "from next(1)", "from next(2)", "from next(3)", "from completed",
        "range next(1)", "range next(2)", "range completed",
        "none completed", "empty completed", "error error(boom)",
      ])
  }

  @Test func `AnyObserver forwards every event to a closure or an observer`() {
    let subject = PublishSubject<Int>()
    _ = subject.subscribe(recorder.handler("Ann"))
    let observers: [AnyObserver<Int>] = [
      AnyObserver(eventHandler: recorder.handler("closure")), AnyObserver(subject),
      subject.asObserver(),
    ]
    for observer in observers { observer.onNext(1) }
    for observer in observers { observer.onCompleted() }
    #expect(
      recorder.entries == [
        "closure next(1)", "Ann next(1)", "Ann next(1)", "closure completed", "Ann completed",
      ])
  }

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
    let received = Locked((count: 0, last: -1))
    let isDone = DispatchSemaphore(value: 0)
    let thread = Thread {
      _ = numbers.subscribe(onNext: { number in received.withLock { $0 = ($0.count + 1, number) } })
      isDone.signal()
    }
    thread.stackSize = 256 * 1024
    thread.start()
    try waiting(for: "the end of \(kind)") { isDone.wait() }
    let (total, last) = received.withLock { $0 }
    #expect(total == count)
    #expect(last == count - 1)
  }
}
