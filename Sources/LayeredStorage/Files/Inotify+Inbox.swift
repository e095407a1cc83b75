#if os(Linux)
  internal import Dispatch
  internal import Concurrency

  extension Inotify {
    /// Events that wait for one who watches.
    final class Inbox: Sendable {
      private let wake: @Sendable () -> Void
      private let state = Locked(State())

      private struct State {
        var events: [InotifyEvent] = []
        var isAttended = false
      }

      init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

      func takeAll() -> [InotifyEvent] {
        state.withLock { state in
          defer { state.events = [] }
          return state.events
        }
      }

      /// Wakes elsewhere, since whoever finds an event may hold a lock or have no time.
      func add(_ event: InotifyEvent) {
        let isFirst = state.withLock { state in
          state.events.append(event)
          return state.events.count == 1 && !state.isAttended
        }
        if isFirst { DispatchQueue.global().async(execute: wake) }
      }

      func attend() { state.withLock { $0.isAttended = true } }

      func leave() {
        let isLeft = state.withLock { state in
          state.isAttended = false
          return !state.events.isEmpty
        }
        if isLeft { DispatchQueue.global().async(execute: wake) }
      }
    }

    /// The time in which a writer takes events itself.
    struct Attendance {
      let inbox: Inbox
      let thread: EventThread?

      func begin() {
        thread?.beginAttendance()
        inbox.attend()
      }

      /// Events that are left are told of from now on.
      func end() {
        inbox.leave()
        thread?.endAttendance()
      }
    }
  }
#endif
