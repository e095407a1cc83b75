import Concurrency
import TestSupport
import Testing

@testable import MiniRx

@Suite struct DisposeBagTests {
  let recorder = Recorder<String>()

  private func note(_ name: String) -> any Disposable {
    Disposables.create { [recorder] in recorder.record(name) }
  }

  @Test func `a bag that is released disposes everything in the order of insertion`() {
    do {
      let bag = DisposeBag()
      note("Ann").disposed(by: bag)
      bag.insert(note("Bob"))
      bag.insert(note("Cid"))
      recorder.record("full")
    }
    #expect(recorder.entries == ["full", "Ann", "Bob", "Cid"])
  }

  @Test func `an insertion into a disposed bag disposes at once, everything once`() {
    do {
      let bag = DisposeBag()
      bag.insert(note("Ann"))
      bag.dispose()
      recorder.record("disposed")
      bag.insert(note("Bob"))
      note("Cid").disposed(by: bag)
      bag.dispose()
      recorder.record("all in")
    }
    #expect(recorder.entries == ["Ann", "disposed", "Bob", "Cid", "all in"])
  }

  @Test func `a disposable may use the bag that disposes it`() {
    let isFinished = finishes { [recorder] in
      let bag = DisposeBag()
      bag.insert(
        Disposables.create {
          recorder.record("Ann")
          bag.dispose()
          bag.insert(Disposables.create { recorder.record("Bob") })
        })
      bag.dispose()
    }
    #expect(isFinished)
    #expect(recorder.entries == ["Ann", "Bob"])
  }

  @Test func `disposables inserted by several threads are disposed once`() {
    let counts = Locked([Int](repeating: 0, count: 4000))
    let bag = DisposeBag()
    let isFinished = allFinish(threads: 5) { thread in
      guard thread < 4 else { return bag.dispose() }
      for number in 0..<1000 {
        bag.insert(Disposables.create { counts.withLock { $0[thread * 1000 + number] += 1 } })
      }
    }
    let times = counts.withLock { $0 }
    #expect(isFinished)
    #expect(times == [Int](repeating: 1, count: 4000))
  }

  @Test func `a disposable runs its closure once and drops it`() {
    let disposable = Disposables.create(
      with: { [recorder, capture = recorder.probe("capture")] in
        recorder.record("Ann")
        withExtendedLifetime(capture) {}
      })
    disposable.dispose()
    recorder.record("disposed")
    disposable.dispose()
    #expect(recorder.entries == ["Ann", "capture released", "disposed"])
  }

  @Test func `several disposables as one are disposed in their order, once`() {
    let disposable = Disposables.create(note("Ann"), Disposables.create(), note("Bob"))
    for _ in 1...2 { disposable.dispose() }
    #expect(recorder.entries == ["Ann", "Bob"])
  }
}
