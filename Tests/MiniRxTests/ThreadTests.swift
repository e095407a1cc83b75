import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite struct ThreadTests {
  let recorder = Recorder()

  // 44
  @Test(arguments: SubjectKind.allCases)
  func `what several threads send at a time is all delivered, once to each`(kind: SubjectKind) {
    let subject = kind.make()
    let heard = (0..<3).map { _ in Locked<[Int]>([]) }
    for values in heard {
      _ = subject.subscribe(onNext: { value in values.withLock { $0.append(value) } })
    }
    let isFinished = allFinish(threads: 4) { thread in
      for number in 1...500 { subject.onNext(thread * 500 + number) }
    }
    let sorted = heard.map { $0.withLock { $0.sorted() } }
    let expected = (kind == .behavior ? [0] : []) + Array(1...2000)
    #expect(isFinished)
    #expect(sorted == [expected, expected, expected])
  }

  // 44
  @Test(arguments: SubjectKind.allCases)
  func `the values of each thread arrive in its order`(kind: SubjectKind) {
    let subject = kind.make()
    let heard = Locked<[Int]>([])
    _ = subject.subscribe(onNext: { value in heard.withLock { $0.append(value) } })
    let isFinished = allFinish(threads: 4) { thread in
      for number in 1...500 { subject.onNext(thread * 500 + number) }
    }
    let values = heard.withLock { $0 }.filter { $0 > 0 }
    let lines = (0..<4).map { thread in values.filter { ($0 - 1) / 500 == thread } }
    #expect(isFinished)
    #expect(lines == (0..<4).map { thread in (1...500).map { thread * 500 + $0 } })
  }

  // 44
  @Test(arguments: SubjectKind.allCases)
  func `one thread need not wait for the observers of another`(kind: SubjectKind) {
    let subject = kind.make()
    let meeting = Meeting(of: 2)
    _ = subject.subscribe(
      recorder.hear("Ann") { [recorder] event in
        guard let element = event.element, element > 0 else { return }
        recorder.record("met: \(meeting.attend())")
      })
    let isFinished = allFinish(threads: 2) { _ in subject.onNext(1) }
    let history = recorder.history
    #expect(isFinished)
    #expect(
      history == kind.greetings(to: "Ann") + [
        "Ann next(1)", "Ann next(1)", "met: true", "met: true",
      ])
  }

  // 44
  @Test(arguments: SubjectKind.allCases)
  func `subscribing and disposing while others send is safe and loses nothing`(kind: SubjectKind) {
    let subject = kind.make()
    let heard = Locked<[Int]>([])
    let ann = subject.subscribe(onNext: { value in heard.withLock { $0.append(value) } })
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
    let values = heard.withLock { $0.sorted() }
    let before = subject.hasObservers
    ann.dispose()
    let after = subject.hasObservers
    #expect(isFinished)
    #expect(values == (kind == .behavior ? [0] : []) + Array(1...1000))
    #expect([before, after] == [true, false])
  }

  // 44
  @Test(arguments: SubjectKind.allCases)
  func `one who is disposed by the sending thread gets nothing more of it`(kind: SubjectKind) {
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
    let (history, hasObservers) = (recorder.history, subject.hasObservers)
    #expect(isFinished)
    #expect(history == [])
    #expect(!hasObservers)
  }
}

/// Where several threads wait until all are there.
private final class Meeting: Sendable {
  private let condition = NSCondition()
  private let missing: Locked<Int>

  /// - Parameter count: how many have to come.
  init(of count: Int) { missing = Locked(count) }

  /// - Returns: whether all came.
  func attend() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    missing.withLock { $0 -= 1 }
    condition.broadcast()
    while missing.withLock({ $0 > 0 }) { condition.wait() }
    return true
  }
}
