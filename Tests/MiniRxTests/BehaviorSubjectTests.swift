import MiniRx
import TestSupport
import Testing

@Suite struct BehaviorSubjectTests {
  let recorder = Recorder<String>()

  @Test func `subscribe delivers the current value before it returns, then everything after it`() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(recorder.handler("Ann"))
    recorder.record("Ann subscribed")
    subject.onNext(1)
    _ = subject.subscribe(recorder.handler("Bob"))
    recorder.record("Bob subscribed")
    subject.onNext(2)
    #expect(
      recorder.entries == [
        "Ann next(0)", "Ann subscribed", "Ann next(1)", "Bob next(1)", "Bob subscribed",
        "Ann next(2)", "Bob next(2)",
      ])
  }

  @Test func `value is the last one sent or the initial one, also after completed`() throws {
    let subject = BehaviorSubject(value: 0)
    var values = [try subject.value()]
    subject.onNext(1)
    values.append(try subject.value())
    subject.onCompleted()
    subject.onNext(2)
    values.append(try subject.value())
    #expect(values == [0, 1, 1])
  }

  @Test(arguments: [nil, Event<Int>.completed, .error(TestError.boom)])
  func `value throws the disposed error after dispose, whatever came first`(event: Event<Int>?) {
    let subject = BehaviorSubject(value: 0)
    if let event { subject.on(event) }
    subject.dispose()
    #expect(throws: RxError.disposed(object: "BehaviorSubject<Int>")) { try subject.value() }
  }

  @Test func `an observer that reads the value gets the one that it receives`() {
    let subject = BehaviorSubject(value: 0)
    let ask = recorder.handler("Ann") { [recorder] (_: Event<Int>) in
      recorder.record("value \(Result { try subject.value() })")
    }
    _ = subject.subscribe(ask)
    subject.onNext(1)
    subject.onError(TestError.boom)
    #expect(
      recorder.entries == [
        "Ann next(0)", "value \(Result<Int, any Error>.success(0))",
        "Ann next(1)", "value \(Result<Int, any Error>.success(1))",
        "Ann error(boom)", "value \(Result<Int, any Error>.failure(TestError.boom))",
      ])
  }

  @Test func `sends after an error do not bring a value back`() {
    let subject = BehaviorSubject(value: 0)
    subject.onError(TestError.boom)
    subject.onNext(1)
    subject.onCompleted()
    #expect(throws: TestError.boom) { try subject.value() }
  }

  @Test func `a nil value is an ordinary value`() throws {
    let subject = BehaviorSubject<Int?>(value: nil)
    var values = [try subject.value()]
    _ = subject.subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    values.append(try subject.value())
    subject.onNext(nil)
    values.append(try subject.value())
    _ = subject.subscribe(recorder.handler("Bob"))
    subject.onCompleted()
    values.append(try subject.value())
    let history = recorder.entries
    #expect(values == [nil, 1, nil, nil])
    #expect(
      history == [
        "Ann next(nil)", "Ann next(Optional(1))", "Ann next(nil)", "Bob next(nil)",
        "Ann completed", "Bob completed",
      ])
  }

  @Test func `an event sent from inside the callback of the first value arrives after it`() {
    let subject = BehaviorSubject(value: 0)
    _ = subject.subscribe(recorder.handler("Ann"))
    _ = subject.subscribe(
      recorder.handler("Bob") { [recorder] event in
        guard event.element == 0 else { return }
        subject.onNext(1)
        subject.onNext(2)
        subject.onCompleted()
        recorder.record("Bob has sent")
      })
    recorder.record("subscribed")
    #expect(
      recorder.entries == [
        "Ann next(0)", "Bob next(0)", "Ann next(1)", "Ann next(2)", "Ann completed",
        "Bob has sent", "Bob next(1)", "Bob next(2)", "Bob completed", "subscribed",
      ])
  }
}
