import Concurrency
import Foundation
import TestSupport
import Testing

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
    @Test(.disabled(if: ThreadSanitizer.isOn))
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
