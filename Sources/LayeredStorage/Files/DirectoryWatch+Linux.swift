#if os(Linux)
  internal import Concurrency
  internal import Foundation
  internal import Synchronization

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
    private let state = Locked(State())

    private struct State {
      var observers: [Int32: [DirectoryWatch.Observer]] = [:]
      /// Why events can no longer be read.
      var failure: SystemError?
    }

    /// The shared instance. If it cannot be opened, the next call tries again.
    static func shared() throws(SystemError) -> Inotify {
      try opened.withLock { opened throws(SystemError) in
        if let opened { return opened }
        let descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw .last }
        let new = try Inotify(reading: descriptor)
        opened = new
        return new
      }
    }

    /// Reads events on its own thread, which runs until an error or the end of the process.
    ///
    /// - Throws: `EAGAIN` if the system cannot create a thread; the descriptor is closed.
    init(reading descriptor: Int32) throws(SystemError) {
      self.descriptor = descriptor
      guard JoinableThread.startIfPossible(name: "file events", { self.run() }) != nil else {
        close(descriptor)
        throw SystemError(rawValue: EAGAIN)
      }
    }

    func watch(
      _ directory: String, _ observer: DirectoryWatch.Observer
    ) throws(SystemError) -> DirectoryWatch {
      // Under the lock, so that no event of a directory is delivered before its watch descriptor is
      // stored.
      let number = try state.withLock { state throws(SystemError) in
        if let failure = state.failure { throw failure }
        let number = inotify_add_watch(descriptor, directory, Self.mask)
        guard number >= 0 else { throw .last }
        state.observers[number, default: []].append(observer)
        return number
      }
      return DirectoryWatch(observer) { self.remove(observer, number) }
    }

    private func remove(_ observer: DirectoryWatch.Observer, _ number: Int32) {
      state.withLock { state in
        guard !observer.hasEnded.load(ordering: .acquiring) else { return }
        state.observers[number]?.removeAll { $0 === observer }
        guard state.observers[number]?.isEmpty == true else { return }
        state.observers[number] = nil
        inotify_rm_watch(descriptor, number)
      }
    }

    private func run() {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          for event in InotifyEvents(buffer.prefix(count)) { deliver(event) }
          // One write causes four events. Sleeping batches the events of the next writes, which
          // would otherwise each wake this thread and slow the writer.
          usleep(Self.latency)
        } else if count == 0 || errno != EINTR {
          return fail(count == 0 ? SystemError(rawValue: EIO) : .last)
        }
      }
    }

    private func deliver(_ event: InotifyEvents.Element) {
      let observers = state.withLock { state in
        if event.isAny(IN_Q_OVERFLOW) { return state.observers.values.flatMap { $0 } }
        let observers = state.observers[event.number] ?? []
        if event.isAny(IN_IGNORED) {
          state.observers[event.number] = nil
          for observer in observers { observer.hasEnded.store(true, ordering: .releasing) }
        }
        return observers
      }
      let directoryEvent = DirectoryEvent(
        name: event.name, isModification: event.isAny(IN_MODIFY, IN_Q_OVERFLOW))
      for observer in observers { observer.receive(directoryEvent) }
    }

    /// Ends all watches. From now on the observers check for changes themselves.
    private func fail(_ error: SystemError) {
      let observers = state.withLock { state in
        let observers = state.observers.values.flatMap { $0 }
        state = State(failure: error)
        for observer in observers { observer.hasEnded.store(true, ordering: .releasing) }
        return observers
      }
      for observer in observers { observer.receive(DirectoryEvent(isModification: true)) }
    }
  }

  /// The events that one read returns. Each is a `struct inotify_event` with a watch descriptor, a
  /// mask, a cookie and a length, followed by the name, padded with zeros.
  private struct InotifyEvents: Sequence, IteratorProtocol {
    struct Element {
      let number: Int32
      let mask: UInt32
      let name: String?

      func isAny(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }
    }

    private var bytes: Slice<UnsafeMutableRawBufferPointer>

    init(_ bytes: Slice<UnsafeMutableRawBufferPointer>) { self.bytes = bytes }

    mutating func next() -> Element? {
      guard bytes.count >= 16 else { return nil }
      let header = UnsafeRawBufferPointer(rebasing: bytes.prefix(16))
      let length = Int(header.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
      let name = bytes.dropFirst(16).prefix(length).prefix { $0 != 0 }
      bytes = bytes.dropFirst(16 + length)
      return Element(
        number: header.loadUnaligned(as: Int32.self),
        mask: header.loadUnaligned(fromByteOffset: 4, as: UInt32.self),
        name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self))
    }
  }
#endif
