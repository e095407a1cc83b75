import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct ObserveOnTests {
  let recorder = Recorder<String>()
  let subject = PublishSubject<Int>()
  let scheduler = ManualScheduler()

  @Test(arguments: TerminalEvent.allCases)
  func `every event arrives on the scheduler, in order`(ending: TerminalEvent) {
    _ = subject.observe(on: scheduler).subscribe(recorder.handler("Ann"))
    for number in 1...2 { subject.onNext(number) }
    recorder.record("sent")
    scheduler.run()
    recorder.record("run")
    subject.onNext(3)
    subject.on(ending.event())
    recorder.record("sent")
    scheduler.run()
    #expect(
      recorder.entries == [
        "sent", "Ann next(1)", "Ann next(2)", "run", "sent", "Ann next(3)", "Ann \(ending.event())",
      ])
  }

  @Test func `one call of the scheduler delivers all queued events`() {
    _ = subject.observe(on: scheduler).subscribe(recorder.handler("Ann"))
    var counts = [scheduler.count]
    for number in 1...3 { subject.onNext(number) }
    counts.append(scheduler.count)
    scheduler.run()
    counts.append(scheduler.count)
    subject.onNext(4)
    counts.append(scheduler.count)
    #expect(counts == [0, 1, 0, 1])
  }

  @Test func `events queued when the subscription is disposed are dropped`() {
    let subscription = subject.observe(on: scheduler).subscribe(recorder.handler("Ann"))
    subject.onNext(1)
    subject.onCompleted()
    subscription.dispose()
    scheduler.run()
    #expect(recorder.entries == [])
  }

  @Test func `events queued when a callback disposes are dropped`() {
    let ann = LateSubscription()
    ann.keep(
      subject.observe(on: scheduler).subscribe(
        recorder.handler("Ann") { if $0.element == 1 { ann.dispose() } }))
    for number in 1...3 { subject.onNext(number) }
    scheduler.run()
    #expect(recorder.entries == ["Ann next(1)"])
    #expect(!subject.hasObservers)
  }

  @Test func `events that a callback sends follow the queued ones`() {
    _ = subject.observe(on: scheduler).subscribe(
      recorder.handler("Ann") { [subject] event in if event.element == 1 { subject.onNext(3) } })
    for number in 1...2 { subject.onNext(number) }
    scheduler.run()
    #expect(recorder.entries == ["Ann next(1)", "Ann next(2)", "Ann next(3)"])
    #expect(scheduler.count == 0)
  }

  @Test func `a serial queue delivers in order and always asynchronously`() {
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "serial news")
    scheduler.schedule { gate.wait() }
    _ = subject.observe(on: scheduler).subscribe { [recorder] event in
      recorder.record("\(event)")
      if event.isStopEvent { end.signal() }
    }
    for number in 1...100 { subject.onNext(number) }
    subject.onCompleted()
    recorder.record("sent")
    gate.signal()
    let isFinished = finishes { end.wait() }
    #expect(isFinished)
    #expect(recorder.entries == ["sent"] + (1...100).map { "next(\($0))" } + ["completed"])
  }

  @Test func `a queue made by the scheduler takes work from several threads and loses none`() {
    let end = DispatchSemaphore(value: 0)
    let scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "news")
    _ = subject.observe(on: scheduler).subscribe { [recorder] event in
      recorder.record("\(event)")
      if event.isStopEvent { end.signal() }
    }
    let isSent = allFinish(threads: 4) { [subject] thread in
      for number in 0..<250 { subject.onNext(thread * 250 + number) }
    }
    subject.onCompleted()
    let isFinished = finishes { end.wait() }
    let history = recorder.entries
    #expect(isSent && isFinished)
    #expect(history.last == "completed")
    #expect(history.dropLast().sorted() == (0..<1000).map { "next(\($0))" }.sorted())
  }

  @Test func `the main scheduler takes work from another thread to the main queue, in order`() {
    let end = DispatchSemaphore(value: 0)
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    _ = subject.observe(on: MainScheduler.instance).subscribe { [recorder] event in
      recorder.record("\(event) on main: \(DispatchQueue.getSpecific(key: key) == true)")
      if event.isStopEvent { end.signal() }
    }
    let isSent = finishes { [subject] in
      for number in 1...3 { subject.onNext(number) }
      subject.onCompleted()
    }
    let isFinished = finishes { end.wait() }
    #expect(isSent && isFinished)
    #expect(
      recorder.entries == [
        "next(1) on main: true", "next(2) on main: true", "next(3) on main: true",
        "completed on main: true",
      ])
  }
}
