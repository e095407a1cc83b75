#if os(Linux)
  internal import Foundation

  /// A thread that waits for a descriptor's events, and lets others take them in peace.
  ///
  /// A write of our own makes five events, and the writer takes them itself: a dispatch source would wake two
  /// threads for each. This one is woken once, and looks again when the writer is done, so nothing is lost.
  final class EventThread: Sendable {
    private let attendance = Attendance()

    /// How many take the events themselves.
    private final class Attendance: @unchecked Sendable {
      // Unchecked because `count` is reached under the condition's lock only.
      private let condition = NSCondition()
      private var count = 0

      func begin() {
        condition.lock()
        defer { condition.unlock() }
        count += 1
      }

      func end() {
        condition.lock()
        count -= 1
        let isLast = count == 0
        condition.unlock()
        if isLast { condition.signal() }
      }

      /// - Returns: whether there was anything to wait for.
      func waitForEnd() -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard count > 0 else { return false }
        while count > 0 { condition.wait() }
        return true
      }
    }

    /// Starts; it lives as long as the process.
    init(waitingFor descriptor: Int32, _ deliver: @escaping @Sendable () -> Void) {
      let thread = Thread { [attendance] in
        while true {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&wanted, 1, -1) > 0 else { continue }
          // Those who took the events may have left some.
          if !attendance.waitForEnd() { deliver() }
        }
      }
      thread.name = "file events"
      thread.start()
    }

    /// From now on somebody takes the events, until ``endAttendance()``.
    func beginAttendance() { attendance.begin() }

    func endAttendance() { attendance.end() }
  }
#endif
