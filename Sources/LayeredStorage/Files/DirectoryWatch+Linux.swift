#if os(Linux)
  internal import Concurrency
  internal import Foundation

  extension DirectoryWatch {
    /// Watches a directory. The closure is called on a thread that all watches share.
    static func start(
      _ directory: String, _ receive: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(SystemError) -> DirectoryWatch {
      try Inotify.shared().watch(directory, Observer(receive))
    }
  }

  /// The inotify instance of this process, with the observers of each watch descriptor. There is
  /// one, because a user may have only 128 instances but many thousand watches.
  final class Inotify: Sendable {
    private static let opened = Locked<Inotify?>(nil)
    private static let mask = UInt32(
      IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_MODIFY | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR)

    /// The minimum time between two deliveries, in microseconds.
    private static let latency: UInt32 = 10_000

    private let descriptor: Int32
    private let observers = Locked<[Int32: [DirectoryWatch.Observer]]>([:])

    /// The shared instance, which reads events on its own thread until the end of the process. If
    /// it cannot be opened, the next call tries again.
    static func shared() throws(SystemError) -> Inotify {
      try opened.withLock { opened throws(SystemError) in
        if let opened { return opened }
        let new = Inotify(reading: inotify_init1(Int32(IN_CLOEXEC)))
        guard new.descriptor >= 0 else { throw .last }
        guard JoinableThread.startIfPossible(name: "file events", { new.run() }) != nil else {
          close(new.descriptor)
          throw SystemError(rawValue: EAGAIN)
        }
        opened = new
        return new
      }
    }

    private init(reading descriptor: Int32) { self.descriptor = descriptor }

    func watch(
      _ directory: String, _ observer: DirectoryWatch.Observer
    ) throws(SystemError) -> DirectoryWatch {
      // Under the lock, so no directory's event is delivered before its watch descriptor is stored.
      let number = try observers.withLock { observers throws(SystemError) in
        let number = inotify_add_watch(descriptor, directory, Self.mask)
        guard number >= 0 else { throw .last }
        observers[number, default: []].append(observer)
        return number
      }
      return DirectoryWatch { self.remove(observer, number) }
    }

    private func remove(_ observer: DirectoryWatch.Observer, _ number: Int32) {
      observers.withLock { observers in
        observers[number]?.removeAll { $0 === observer }
        guard observers[number]?.isEmpty == true else { return }
        observers[number] = nil
        inotify_rm_watch(descriptor, number)
      }
    }

    private func run() {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          deliver(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
          // One write causes four events. Sleeping batches the events of the next writes, which
          // would otherwise each wake this thread and slow the writer.
          usleep(Self.latency)
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }

    /// Delivers the events that one read returned. Each is followed by a name, padded with zeros.
    private func deliver(_ bytes: UnsafeRawBufferPointer) {
      var offset = 0
      while offset < bytes.count {
        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(event.len)
        let name = bytes[start..<offset].prefix { $0 != 0 }
        deliver(event, name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
      }
    }

    private func deliver(_ event: inotify_event, name: String?) {
      let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      let receivers = observers.withLock { observers in
        if isOverflow { return observers.values.flatMap { $0 } }
        let receivers = observers[event.wd] ?? []
        // The directory was removed, and with it the watch.
        if event.mask & UInt32(IN_IGNORED) != 0 { observers[event.wd] = nil }
        return receivers
      }
      let isModification = isOverflow || event.mask & UInt32(IN_MODIFY) != 0
      let directoryEvent = DirectoryEvent(name: name, isModification: isModification)
      for receiver in receivers { receiver.receive(directoryEvent) }
    }
  }
#endif
