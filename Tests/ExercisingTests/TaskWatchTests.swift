import Concurrency
import Foundation
import TestSupport
import Testing

@testable import Exercising

struct `A watch over tasks` {
  private let lines = Recorder<String>()
  private let looks = Locked(0)

  /// A watch that fulfills `ann` at one of its looks. They are counted from 1.
  private func watch(
    fulfillingAt look: Int? = nil, _ othersWait: @escaping @Sendable (Int) -> Bool
  ) -> TaskWatch {
    let events = Events { [lines] line in lines.record(line) }
    let watch = Locked<TaskWatch?>(nil)
    let made = TaskWatch(events, pause: 0, hasGivenUp: Locked(false)) { [looks] in
      let count = looks.withLock { looks in
        looks += 1
        return looks
      }
      if count == look { watch.withLock { $0 }?.fulfill("ann") }
      return othersWait(count)
    }
    watch.withLock { $0 = made }
    return made
  }

  @Test
  func `waits while a thread is runnable, however slow the machine`() {
    // The thread gets no processor for 100 samples, twice as many as the watch takes to give up.
    let watch = watch(fulfillingAt: 100) { _ in false }
    watch.expect("ann")
    watch.wait(else: "did not run")
    #expect(lines.entries == [])
  }

  @Test
  func `counts from 0 again when a thread is runnable or an expectation is fulfilled`() {
    let watch = watch(fulfillingAt: 80) { $0 != 40 }
    watch.expect("ann")
    watch.expect("bob")
    watch.wait(else: "did not run")
    #expect(lines.entries == ["bob did not run"])
    #expect(looks.withLock { $0 } == 129)
  }

  @Test
  func `reports what cannot be fulfilled, and needs a single look after that`() {
    let watch = watch { _ in true }
    watch.expect("ann")
    watch.wait(else: "did not run")
    watch.expect("bob")
    watch.wait(else: "did not run")
    let isFulfilled = watch.until { false }
    #expect(lines.entries == ["ann did not run", "bob did not run"])
    #expect(!isFulfilled)
    #expect(looks.withLock { $0 } == 52)
  }
}

struct `The activity of threads` {
  /// Runs in a child process, because the other tests run on threads of this one.
  @Test(.exitTest)
  func `distinguishes waiting threads from a runnable one`() async {
    await #expect(processExitsWith: .success) {
      let end = Locked(false)
      let hasEnded = Gate()
      let running = Locked<ThreadActivity.ID?>(nil)
      Thread {
        running.withLock { $0 = ThreadActivity.current }
        while !end.withLock({ $0 }) {}
        hasEnded.open()
        // Waits forever.
        DispatchSemaphore(value: 0).wait()
      }.start()
      while running.withLock({ $0 }) == nil { sched_yield() }
      let thread = try #require(running.withLock { $0 })
      let looks = (1...50).map { _ in
        (ThreadActivity.othersWait(), ThreadActivity.isWaiting(thread))
      }
      #expect(!looks.contains { $0.0 || $0.1 })
      let cpuSeconds = try #require(ThreadActivity.cpuSeconds(of: thread))
      while ThreadActivity.cpuSeconds(of: thread) == cpuSeconds {}
      end.withLock { $0 = true }
      while !hasEnded.isOpen { sched_yield() }
      // Both become true and remain so, because no other thread has work.
      while !ThreadActivity.isWaiting(thread) {}
      while !ThreadActivity.othersWait() {}
      #expect(!ThreadActivity.isWaiting(ThreadActivity.current))
    }
  }
}
