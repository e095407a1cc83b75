import Concurrency
import Foundation
import TestSupport
import Testing

extension `A thread pool` {
  @Test
  func `ends its threads with its last reference, after the tasks that were added`() async {
    let (steps, hasEnded) = (Recorder<Int>(), Gate())
    do {
      let pool = ThreadPool(name: "dropped", onEnd: { hasEnded.open() })
      for number in 0..<10 { pool.async { steps.record(number) } }
    }
    await hasEnded.passed()
    #expect(steps.entries == Array(0..<10))
  }

  @Test
  func `can be finished, joined and released on its own thread`() async {
    let hasEnded = Gate()
    do {
      let pool = ThreadPool(name: "own", onEnd: { hasEnded.open() })
      pool.async {
        pool.finish()
        pool.join()
      }
    }
    await hasEnded.passed()
  }

  @Test
  func `is joined after the destructors of the thread's own values`() {
    let isReleased = Locked(false)
    let pool = poolWithValue(isReleased)
    let before = isReleased.withLock { $0 }
    pool.finish()
    pool.join()
    let after = isReleased.withLock { $0 }
    #expect(!before)
    #expect(after)
  }

  @Test
  func `is awaited until then, even in a cancelled task`() async {
    let isReleased = Locked(false)
    let pool = poolWithValue(isReleased)
    let after = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      pool.finish()
      await pool.joined()
      return isReleased.withLock { $0 }
    }.value
    #expect(after)
  }

  /// A pool whose thread keeps a value that its destructor releases, a while after its last task.
  private func poolWithValue(_ isReleased: Locked<Bool>) -> ThreadPool {
    let pool = ThreadPool(name: "destructors")
    _ = pool.sync {
      Thread.current.threadDictionary["kept"] = DeinitProbe {
        poll(nil, 0, 10)
        isReleased.withLock { $0 = true }
      }
    }
    return pool
  }

  @Test
  func `can be joined by the destructor of a thread's own value, while another thread joins it`() {
    let (pool, hasReturned) = (ThreadPool(name: "destructors", count: 2), Gate())
    _ = pool.sync {
      Thread.current.threadDictionary["kept"] = DeinitProbe {
        pool.join()
        hasReturned.open()
      }
    }
    pool.finish()
    pool.join()
    #expect(hasReturned.isOpen)
  }

  @Test
  func `lets several threads wait for its end`() {
    let (pool, waiters) = (ThreadPool(name: "joined"), ThreadPool(name: "joiners", count: 4))
    let joined = Locked(0)
    for _ in 0..<4 {
      waiters.async {
        pool.join()
        joined.withLock { $0 += 1 }
      }
    }
    _ = pool.sync {}
    pool.finish()
    waiters.finish()
    waiters.join()
    #expect(joined.withLock { $0 } == 4)
  }

  @Test(.exitTest)
  func `traps when a result is requested after it was finished`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let pool = ThreadPool(name: "ended")
      pool.finish()
      await pool.result {}
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("ThreadPool ended: result(_:) was called on a finished pool"))
  }
}

struct `A thread that can be joined` {
  @Test
  func `has ended when join returns, for each caller`() {
    let steps = Recorder<String>()
    let thread = JoinableThread.start(name: "worker") { steps.record("body") }
    thread.join()
    thread.join()
    #expect(steps.entries == ["body"])
  }

  @Test
  func `continues after its release`() {
    let hasRun = Gate()
    JoinableThread.start(name: "worker") { hasRun.open() }
    hasRun.wait()
  }

  #if os(Linux)
    /// Runs in a process that may not map more memory, which ThreadSanitizer needs.
    @Test(.exitTest, .disabled(if: ThreadSanitizer.isOn))
    func `releases its closure if there is no memory for its stack`() async {
      await #expect(processExitsWith: .success) {
        let isReleased = Gate()
        ResourceLimit.addressSpace.set(1 << 20)
        var probe: DeinitProbe? = DeinitProbe { isReleased.open() }
        let thread = JoinableThread.startIfPossible(name: "worker") { [probe] in
          withExtendedLifetime(probe) {}
        }
        probe = nil
        exit(thread == nil && isReleased.isOpen ? EXIT_SUCCESS : EXIT_FAILURE)
      }
    }
  #endif
}
