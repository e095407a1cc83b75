import Concurrency
import Foundation
import MiniRx
import TestSupport
import Testing

/// One thread sends, others subscribe meanwhile.
@Suite struct JoiningThreadTests {
  static let turns = 20
  /// How many values are sent while one more of each thread finds its place.
  static let pace = 150
  static let last = turns * pace

  // 45
  @Test func `a behavior joiner sees consecutive values up to the last`() {
    for (index, values) in join(BehaviorSubject(value: 0)) {
      let first = values.first ?? -1
      #expect((index * Self.pace...(index + 1) * Self.pace).contains(first))
      #expect(values == Array(first..<Self.last + 1))
    }
  }

  // 45
  @Test func `a joiner of an unbounded replay sees everything once, in order`() {
    let everything = Array(1...Self.last)
    for (_, values) in join(ReplaySubject<Int>.createUnbounded()) { #expect(values == everything) }
  }

  // 45
  @Test(arguments: [0, 1, 5])
  func `a joiner of a bounded replay sees consecutive values up to the last`(size: Int) {
    for (index, values) in join(ReplaySubject<Int>.create(bufferSize: size)) {
      let first = values.first ?? Self.last + 1
      let earliest = max(1, index * Self.pace + 1 - size)
      #expect((earliest...(index + 1) * Self.pace + 1 - size).contains(first))
      #expect(values == Array(first..<Self.last + 1))
    }
  }

  // 45
  @Test func `a joiner of a publish subject sees consecutive values up to the last`() {
    for (index, values) in join(PublishSubject<Int>()) {
      let first = values.first ?? Self.last + 1
      #expect((index * Self.pace + 1...(index + 1) * Self.pace + 1).contains(first))
      #expect(values == Array(first..<Self.last + 1))
    }
  }

  /// Sends 1 to `last` on one thread while observers join on two others: each starts when its turn
  /// has come, and is waited for before the next one's.
  ///
  /// - Returns: when each of them came and what it saw.
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
