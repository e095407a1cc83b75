import Concurrency
import MiniRx
import TestSupport
import Testing

/// `merge`, `flatMapLatest` and `combineLatest`.
@Suite struct JoiningTests {
  let recorder = Recorder<String>()

  /// An operator over two sequences.
  enum Operator: CaseIterable {
    case merge
    case mergeSent
    case flatMapLatest
    case combineLatest

    func callAsFunction(_ ann: PublishSubject<Int>, _ bob: PublishSubject<Int>) -> Observable<Int> {
      switch self {
      case .merge: .merge(ann.asObservable(), bob.asObservable())
      case .mergeSent: ann.map { _ in bob }.merge()
      case .flatMapLatest: ann.flatMapLatest { _ in bob }
      case .combineLatest: .combineLatest(ann, bob) { $0 + $1 }
      }
    }
  }

  @Test(arguments: Operator.allCases, [true, false])
  func `the first error ends it and disposes the other`(op: Operator, isFirst: Bool) {
    let (ann, bob) = (PublishSubject<Int>(), PublishSubject<Int>())
    _ = op(ann, bob).subscribe(recorder.handler("Cid"))
    ann.onNext(1)
    (isFirst ? ann : bob).onError(TestError.boom)
    let answers = [ann.hasObservers, bob.hasObservers]
    for subject in [ann, bob] {
      subject.onNext(2)
      subject.onError(TestError.bang)
    }
    #expect(recorder.entries == (op == .merge ? ["Cid next(1)"] : []) + ["Cid error(boom)"])
    #expect(answers == [false, false])
  }

  @Test(arguments: Operator.allCases)
  func `dispose from inside a callback releases both`(op: Operator) {
    let (ann, bob) = (PublishSubject<Int>(), PublishSubject<Int>())
    let cid = LateSubscription()
    cid.keep(
      op(ann, bob).subscribe(
        recorder.handler("Cid") { _ in
          cid.dispose()
          bob.onNext(3)
        }))
    ann.onNext(1)
    bob.onNext(2)
    let answers = [ann.hasObservers, bob.hasObservers]
    let value =
      switch op {
      case .merge: 1
      case .mergeSent, .flatMapLatest: 2
      case .combineLatest: 3
      }
    #expect(recorder.entries == ["Cid next(\(value))"])
    #expect(answers == [false, false])
  }

  @Test func `no sequence is made or subscribed to once an inner one has failed`() {
    let numbers = ReplaySubject<Int>.createUnbounded()
    for number in 1...3 { numbers.onNext(number) }
    let request = { @Sendable [recorder] (number: Int) in
      Observable<Int>.create { observer in
        recorder.record("request \(number)")
        observer.onError(TestError.boom)
        return Disposables.create()
      }
    }
    _ = numbers.flatMapLatest { [recorder] number in
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
}

@Suite struct MergeTests {
  let recorder = Recorder<String>()
  let ann = PublishSubject<Int>()
  let bob = PublishSubject<Int>()

  @Test func `merge of sequences that are sent completes when all and their sender have`() {
    let sequences = PublishSubject<Observable<Int>>()
    _ = sequences.merge().subscribe(recorder.handler("Cid"))
    sequences.onNext(ann.asObservable())
    ann.onNext(1)
    sequences.onNext(bob.asObservable())
    for subject in [ann, bob] { subject.onNext(2) }
    ann.onCompleted()
    sequences.onCompleted()
    recorder.record("all but one")
    bob.onNext(3)
    bob.onCompleted()
    #expect(
      recorder.entries == [
        "Cid next(1)", "Cid next(2)", "Cid next(2)", "all but one", "Cid next(3)", "Cid completed",
      ])
  }

  @Test func `merge takes sequences that end at once, and none at all`() {
    _ = Observable.merge(.of(1, 2), .empty(), .just(3)).subscribe(recorder.handler("Ann"))
    _ = Observable<Int>.merge([]).subscribe(recorder.handler("Bob"))
    _ = Observable.merge(.just(1), .error(TestError.boom), .just(2)).subscribe(
      recorder.handler("Cid"))
    _ = Observable<Int>.merge(.never(), .just(1)).subscribe(recorder.handler("Dan"))
    #expect(
      recorder.entries == [
        "Ann next(1)", "Ann next(2)", "Ann next(3)", "Ann completed", "Bob completed",
        "Cid next(1)", "Cid error(boom)", "Dan next(1)",
      ])
  }

  @Test func `a sequence sent from inside a callback is merged too`() {
    let sequences = PublishSubject<Observable<Int>>()
    _ = sequences.merge().subscribe(
      recorder.handler("Cid") { event in
        guard let element = event.element, element < 3 else { return }
        sequences.onNext(.just(element + 1))
        if element == 2 { sequences.onCompleted() }
      })
    sequences.onNext(.just(1))
    #expect(recorder.entries == ["Cid next(1)", "Cid next(2)", "Cid next(3)", "Cid completed"])
  }

  @Test func `merge loses nothing that several threads send at a time`() {
    let subjects = (0..<4).map { _ in PublishSubject<Int>() }
    let heard = Locked<[Int]>([])
    let end = Recorder<String>()
    _ = Observable.merge(subjects.map { $0.asObservable() }).subscribe(
      onNext: { value in heard.withLock { $0.append(value) } },
      onCompleted: { end.record("completed") })
    let isFinished = allFinish(threads: 4) { thread in
      for number in 0..<500 { subjects[thread].onNext(thread * 500 + number) }
      subjects[thread].onCompleted()
    }
    let (values, history) = (heard.withLock { $0.sorted() }, end.entries)
    #expect(isFinished)
    #expect(values == Array(0..<2000))
    #expect(history == ["completed"])
  }
}
