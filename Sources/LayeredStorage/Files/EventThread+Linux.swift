#if os(Linux)
  internal import Foundation
  internal import Synchronization

  /// A thread that waits for a descriptor's events, and lets others take them in peace.
  ///
  /// A write of our own makes five events, and the writer takes them itself: a dispatch source would wake two
  /// threads for each, and on a busy machine whoever is interrupted waits for its next turn. This one looks
  /// away for a moment while somebody is writing, and then looks again, so nothing is lost.
  final class EventThread: Sendable {
    /// How late it may be, in seconds, to tell what others did during a write.
    private static let moment = 0.005

    private let writers = Atomic(0)

    /// Starts; it lives as long as the process.
    init(waitingFor descriptor: Int32, _ deliver: @escaping @Sendable () -> Void) {
      let thread = Thread {
        while true {
          var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          guard poll(&wanted, 1, -1) > 0 else { continue }
          if self.writers.load(ordering: .acquiring) == 0 {
            deliver()
          } else {
            Thread.sleep(forTimeInterval: Self.moment)
          }
        }
      }
      thread.name = "file events"
      thread.start()
    }

    /// From now on somebody takes the events, until ``endAttendance()``.
    func beginAttendance() { writers.add(1, ordering: .acquiringAndReleasing) }

    func endAttendance() { writers.subtract(1, ordering: .acquiringAndReleasing) }
  }
#endif
