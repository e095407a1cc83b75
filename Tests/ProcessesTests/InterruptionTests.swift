import Concurrency
import Foundation
import TestSupport
import Testing

@testable import Processes

@Suite(.serialized)
struct `Termination signals` {
  @Test(.exitTest)
  func `call the handler, which ends the process with the same signal`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Interruption.ofThisProcess.handle { number in Interruption.endProcess(by: number) }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test(.exitTest)
  func `end the process at once by a second interrupt, while the handler still runs`() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interruption.ofThisProcess.handle { _ in
        kill(getpid(), SIGINT)
        while true { pause() }
      }
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
  }

  @Test(.exitTest)
  func `let the handler finish when one request sends two signals`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let areSent = DispatchSemaphore(value: 0)
      Interruption.ofThisProcess.handle { _ in
        areSent.wait()
        exit(7)
      }
      for number in [SIGTERM, SIGTERM, SIGHUP] { kill(getpid(), number) }
      areSent.signal()
      while true { pause() }
    }
  }

  @Test(.exitTest)
  func `that have arrived end a process that asks, whatever their handler does`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Interruption.ofThisProcess.handle { _ in while true { pause() } }
      kill(getpid(), SIGTERM)
      while !Interruption.ofThisProcess.isSignalled { sched_yield() }
      Interruption.ofThisProcess.exitIfSignalled()
      exit(7)
    }
  }

  @Test(.exitTest)
  func `stay ignored if they were ignored before, and include that of Ctrl-backslash`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      Interruption.ofThisProcess.handle { number in exit(number == SIGQUIT ? 7 : 1) }
      kill(getpid(), SIGHUP)
      kill(getpid(), SIGQUIT)
      while true { pause() }
    }
  }
}

struct `An interruption` {
  @Test
  func `cancels the current work, and no other`() {
    let interruption = Interruption()
    var ended: [String] = []
    let results = interruption.whileRunning({}) { "first" }
    let semaphore = DispatchSemaphore(value: 0)
    interruption.whileRunning({ semaphore.signal() }) {
      interruption.interrupt(SIGINT)
      semaphore.wait()
      ended.append("second")
    }
    #expect(results == "first")
    #expect(ended == ["second"])
    #expect(interruption.isSignalled)
  }

  @Test
  func `cancels work once that begins while a signal is about to be handled`() {
    let interruption = Interruption()
    let calls = Locked(0)
    let isFirst = interruption.begin(SIGTERM)
    interruption.whileRunning({ calls.withLock { $0 += 1 } }) { interruption.interrupt(SIGTERM) }
    #expect(isFirst)
    #expect(calls.withLock { $0 } == 1)
  }

  @Test
  func `cancels work that begins after it`() {
    let interruption = Interruption()
    interruption.interrupt(SIGTERM)
    let semaphore = DispatchSemaphore(value: 0)
    interruption.whileRunning({ semaphore.signal() }) { semaphore.wait() }
    #expect(interruption.isSignalled)
  }
}
