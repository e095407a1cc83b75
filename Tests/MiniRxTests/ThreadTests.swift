import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct ThreadTests {
  let recorder = Recorder<String>()

  @Test(arguments: SubjectKind.allCases)
  func `concurrent events are all delivered to each observer, those of a thread in its order`(
    kind: SubjectKind
  ) {
    let subject = kind.make()
    let received = (0..<3).map { _ in Locked<[Int]>([]) }
    for values in received {
      _ = subject.subscribe(onNext: { value in values.withLock { $0.append(value) } })
    }
    let isFinished = allFinish(threads: 4) { thread in
      for number in 1...500 { subject.onNext(thread * 500 + number) }
    }
    #expect(isFinished)
    for values in received.map({ $0.withLock { $0 }.filter { $0 > 0 } }) {
      for thread in 0..<4 {
        let numbers = thread * 500 + 1...thread * 500 + 500
        #expect(values.filter(numbers.contains) == Array(numbers))
      }
    }
  }

  @Test(arguments: SubjectKind.allCases)
  func `one thread need not wait for the observers of another`(kind: SubjectKind) {
    let subject = kind.make()
    let (missing, haveMet) = (Locked(2), Gate())
    _ = subject.subscribe(
      recorder.handler("Ann") { [recorder] event in
        guard event.element != 0 else { return }
        let isLast = missing.withLock { missing in
          missing -= 1
          return missing == 0
        }
        if isLast { haveMet.open() }
        haveMet.wait()
        recorder.record("met")
      })
    let isFinished = allFinish(threads: 2) { _ in subject.onNext(1) }
    #expect(isFinished)
    #expect(
      recorder.entries == kind.greetings(to: "Ann") + ["Ann next(1)", "Ann next(1)", "met", "met"])
  }

  @Test(arguments: SubjectKind.allCases)
  func `subscribing and disposing while others send is safe and loses nothing`(kind: SubjectKind) {
    let subject = kind.make()
    let received = Locked<[Int]>([])
    let ann = subject.subscribe(onNext: { value in received.withLock { $0.append(value) } })
    let isFinished = allFinish(threads: 4) { thread in
      if thread < 2 {
        for number in 1...500 { subject.onNext(thread * 500 + number) }
      } else {
        for _ in 1...300 {
          let pair = [subject.subscribe { _ in }, subject.subscribe { _ in }]
          for subscription in pair { subscription.dispose() }
        }
      }
    }
    let values = received.withLock { $0.sorted() }
    let before = subject.hasObservers
    ann.dispose()
    let after = subject.hasObservers
    #expect(isFinished)
    #expect(values == (kind == .behavior ? [0] : []) + Array(1...1000))
    #expect([before, after] == [true, false])
  }

  @Test(arguments: SubjectKind.allCases)
  func `an observer that the sending thread disposes receives nothing more of it`(kind: SubjectKind)
  {
    let subject = kind.make()
    let isFinished = allFinish(threads: 4) { [recorder] thread in
      for number in 1...100 {
        let value = thread * 100 + number
        let isOver = Locked(false)
        let subscription = subject.subscribe { event in
          if event.element == value, isOver.withLock({ $0 }) { recorder.record("late \(value)") }
        }
        subscription.dispose()
        isOver.withLock { $0 = true }
        subject.onNext(value)
      }
    }
    #expect(isFinished)
    #expect(recorder.entries == [])
    #expect(!subject.hasObservers)
  }
}

/// One thread sends while others subscribe.
@Suite struct JoiningThreadTests {
  static let turns = 20
  /// The number of values between two subscriptions of each thread.
  static let pace = 150
  static let last = turns * pace

  @Test(
    arguments: [
      (PublishSubject<Int>(), 0, 1), (BehaviorSubject(value: 0), 1, 0),
      (ReplaySubject<Int>.create(bufferSize: 0), 0, 1),
      (ReplaySubject<Int>.create(bufferSize: 5), 5, 1),
      (ReplaySubject<Int>.createUnbounded(), last, 1),
    ] as [(any SubjectType<Int>, stored: Int, lowest: Int)])
  func `a new observer receives the stored values, then consecutive ones up to the last`(
    subject: any SubjectType<Int>, stored: Int, lowest: Int
  ) {
    for (turn, values) in join(subject) {
      let earliest = max(lowest, turn * Self.pace + 1 - stored)
      let latest = max(earliest, (turn + 1) * Self.pace + 1 - stored)
      let first = values.first ?? Self.last + 1
      #expect((earliest...latest).contains(first))
      #expect(values == Array(first..<Self.last + 1))
    }
  }

  /// Sends 1 to `last` on one thread while observers subscribe on two others. Each subscription
  /// starts at its turn and ends before the next one.
  ///
  /// - Returns: The turn of each observer's subscription, and the values that it received.
  private func join(_ subject: some SubjectType<Int>) -> [(turn: Int, values: [Int])] {
    let threads = 2
    let seen = Locked([[Int]](repeating: [], count: Self.turns * threads))
    let starts = (0..<Self.turns).map { _ in DispatchSemaphore(value: 0) }
    let places = (0..<Self.turns).map { _ in DispatchSemaphore(value: 0) }
    let isFinished = allFinish(threads: 1 + threads) { thread in
      for turn in 0..<Self.turns {
        if thread == threads {
          for _ in 0..<threads { starts[turn].signal() }
          for number in 1...Self.pace { subject.onNext(turn * Self.pace + number) }
          for _ in 0..<threads { places[turn].wait() }
        } else {
          let place = turn * threads + thread
          starts[turn].wait()
          _ = subject.subscribe(onNext: { value in seen.withLock { $0[place].append(value) } })
          places[turn].signal()
        }
      }
    }
    #expect(isFinished)
    return seen.withLock { $0 }.enumerated().map { ($0.offset / threads, $0.element) }
  }
}
