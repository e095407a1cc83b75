import Concurrency
import MiniRx
import TestSupport
import Testing

@Suite struct MergeTests {
  let recorder = Recorder<String>()
  let ann = PublishSubject<Int>()
  let bob = PublishSubject<Int>()

  @Test func `merge forwards all values in order of arrival and completes with the last source`() {
    let merged = Observable.merge(ann.asObservable(), bob.asObservable())
    _ = merged.subscribe(recorder.handler("Cid"))
    ann.onNext(1)
    bob.onNext(2)
    ann.onCompleted()
    recorder.record("Ann over")
    bob.onNext(3)
    bob.onCompleted()
    #expect(
      recorder.entries == [
        "Cid next(1)", "Cid next(2)", "Ann over", "Cid next(3)", "Cid completed",
      ])
  }

  @Test func `the first error ends a merge and disposes the others`() {
    _ = Observable.merge([ann.asObservable(), bob.asObservable()]).subscribe(
      recorder.handler("Cid"))
    ann.onNext(1)
    ann.onError(TestError.boom)
    let hasObservers = bob.hasObservers
    bob.onNext(2)
    bob.onError(TestError.bang)
    #expect(recorder.entries == ["Cid next(1)", "Cid error(boom)"])
    #expect(!hasObservers)
  }

  @Test func `dispose ends a merge, also from inside a callback`() {
    let cid = LateSubscription()
    cid.keep(
      Observable.merge(ann.asObservable(), bob.asObservable()).subscribe(
        recorder.handler("Cid") { [bob] event in
          guard event.element == 1 else { return }
          cid.dispose()
          bob.onNext(2)
        }))
    ann.onNext(1)
    let answers = [ann.hasObservers, bob.hasObservers]
    #expect(recorder.entries == ["Cid next(1)"])
    #expect(answers == [false, false])
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

  @Test func `an error of the outer sequence ends the merge`() {
    let sequences = PublishSubject<PublishSubject<Int>>()
    _ = sequences.merge().subscribe(recorder.handler("Cid"))
    sequences.onNext(ann)
    sequences.onError(TestError.boom)
    let hasObservers = ann.hasObservers
    ann.onNext(1)
    #expect(recorder.entries == ["Cid error(boom)"])
    #expect(!hasObservers)
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

  @Test func `the same subject merged with itself sends everything twice`() {
    _ = Observable.merge(ann.asObservable(), ann.asObservable()).subscribe(recorder.handler("Cid"))
    ann.onNext(1)
    ann.onCompleted()
    #expect(recorder.entries == ["Cid next(1)", "Cid next(1)", "Cid completed"])
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
