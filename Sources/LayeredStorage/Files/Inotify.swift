#if os(Linux)
  internal import Foundation
  internal import Concurrency

  /// The events of all directories that this process watches, sorted into the inboxes of those who watch.
  ///
  /// There is one for all providers, because a user has 128 of them and hundreds of thousands of watches.
  final class Inotify: Sendable {
    private static let opened = Locked<Inotify?>(nil)

    private let descriptor: Int32
    private let thread = Locked<EventThread?>(nil)
    private let watchers = Locked<[Int32: [ObjectIdentifier: Watcher]]>([:])

    /// Who watches a directory, and which names in it.
    private struct Watcher {
      let inbox: Inbox
      var names: Set<String>
    }

    /// The one of this process; what failed once is tried again.
    static func shared() throws(SystemError) -> Inotify {
      try opened.withLock { opened throws(SystemError) in
        if let opened { return opened }
        let new = try Inotify()
        opened = new
        return new
      }
    }

    private init() throws(SystemError) {
      descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { throw .last }
      thread.withLock { thread in
        // Both live as long as the process.
        thread = EventThread(waitingFor: descriptor) { self.deliver() }
      }
    }

    /// Lets a writer take the events of its own write: nobody is woken for them.
    func attend(_ inbox: Inbox) -> Attendance {
      let attendance = Attendance(inbox: inbox, thread: thread.withLock { $0 })
      attendance.begin()
      return attendance
    }

    /// Puts what the system has queued up to now into the inboxes.
    func deliver() { watchers.withLock { deliver(to: &$0) } }

    /// Watches a name in a directory.
    ///
    /// - Returns: the directory's number.
    func watch(_ place: FilePlace, for inbox: Inbox, mask: UInt32) throws(SystemError) -> Int32 {
      try watchers.withLock { watchers throws(SystemError) in
        // What happened before is no news to who comes now.
        deliver(to: &watchers)
        let watch = inotify_add_watch(descriptor, place.directory, mask)
        guard watch >= 0 else { throw .last }
        watchers[watch, default: [:]][
          ObjectIdentifier(inbox), default: Watcher(inbox: inbox, names: [])
        ]
        .names.insert(place.name)
        return watch
      }
    }

    /// Leaves a directory to the others who watch it.
    func leave(_ watch: Int32, _ inbox: Inbox) {
      watchers.withLock { watchers in
        guard watchers[watch]?.removeValue(forKey: ObjectIdentifier(inbox)) != nil else { return }
        guard watchers[watch]?.isEmpty == true else { return }
        watchers[watch] = nil
        inotify_rm_watch(descriptor, watch)
      }
    }

    private func deliver(to watchers: inout [Int32: [ObjectIdentifier: Watcher]]) {
      while let events = InotifyEvents(readFrom: descriptor) {
        for event in events {
          if event.isAny(IN_Q_OVERFLOW) {
            for watcher in watchers.values.flatMap(\.values) { watcher.inbox.add(event) }
          }
          for watcher in watchers[event.watch, default: [:]].values
          where event.name.isEmpty || watcher.names.contains(event.name) {
            watcher.inbox.add(event)
          }
          if event.isAny(IN_IGNORED) { watchers[event.watch] = nil }
        }
        if events.areAll { return }
      }
    }
  }
#endif
