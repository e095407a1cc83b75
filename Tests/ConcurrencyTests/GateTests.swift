import Concurrency
import TestSupport
import Testing

struct `A gate` {
  @Test
  func `resumes closures in the order in which they arrived, and later ones at once`() {
    let (gate, resumed) = (Gate(), Recorder<Int>())
    for number in 1...3 { gate.whenOpen { resumed.record(number) } }
    let before = (resumed.entries, gate.isOpen)
    gate.open()
    let after = (resumed.entries, gate.isOpen)
    gate.whenOpen { resumed.record(4) }
    gate.open()
    #expect(before == ([], false))
    #expect(after == ([1, 2, 3], true))
    #expect(resumed.entries == [1, 2, 3, 4])
  }

  @Test
  func `resumes blocked threads and waiting tasks`() async {
    let gate = Gate()
    // Written before the gate opens and read after it, by a thread and by a task.
    nonisolated(unsafe) var written = 0
    let threads = ThreadPool(name: "waiting", count: 2)
    let read = [OneShot<Int>(), OneShot<Int>()]
    for one in read {
      threads.async {
        gate.wait()
        one.fulfill(written)
      }
    }
    let task = Task {
      let isOpen = await gate.passed()
      return (isOpen, written)
    }
    written = 1
    gate.open()
    let (byTask, byThreads) = (await task.value, [await read[0].value, await read[1].value])
    #expect(byTask == (true, 1))
    #expect(byThreads == [1, 1])
  }

  @Test
  func `lets a cancelled task continue, before and during the wait`() async {
    let gate = Gate()
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await gate.passed()
    }
    let isOpenBefore = await before.value
    let isWaiting = Gate()
    let during = Task {
      isWaiting.open()
      return await gate.passed()
    }
    await isWaiting.passed()
    during.cancel()
    let isOpenDuring = await during.value
    gate.open()
    #expect(!isOpenBefore)
    #expect(!isOpenDuring)
  }

  @Test
  func `resumes each task once when opening and cancellation race`() async {
    for _ in 0..<500 {
      let gate = Gate()
      let task = Task { await gate.passed() }
      async let opening: Void = gate.open()
      task.cancel()
      _ = await task.value
      await opening
    }
  }

  @Test
  func `releases its waiters when it opens`() {
    let (gate, isReleased) = (Gate(), Gate())
    do {
      let probe = DeinitProbe { isReleased.open() }
      gate.whenOpen { withExtendedLifetime(probe) {} }
    }
    let isRetained = !isReleased.isOpen
    gate.open()
    #expect(isRetained)
    #expect(isReleased.isOpen)
  }
}

struct `An awaited count` {
  @Test
  func `resumes the tasks whose count it reaches, and those that come later`() async {
    let (count, steps) = (AwaitedCount(), Recorder<Int>())
    let waiting = (1...2).map { number in
      Task {
        await count.reached(number)
        steps.record(number)
      }
    }
    count.increment()
    await waiting[0].value
    let first = steps.entries
    count.increment()
    await waiting[1].value
    await count.reached(2)
    #expect(first == [1])
    #expect(steps.entries == [1, 2])
  }
}
