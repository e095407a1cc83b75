#if canImport(Darwin)
  internal import Concurrency
  internal import Dispatch
  internal import Foundation
#endif

/// An event of a watched directory.
struct DirectoryEvent: Sendable {
  /// The name of the entry; nil if the event concerns the directory itself or has no name.
  var name: String?
  /// Whether a file was written in place. Its fingerprint may then be unchanged, because file times
  /// have a resolution of milliseconds.
  var isModification = false
}

/// A watch on a directory, which ends when it is released.
final class DirectoryWatch: Sendable {
  /// The part of a watch that receives the system's events.
  final class Observer: Sendable {
    let receive: @Sendable (DirectoryEvent) -> Void

    init(_ receive: @escaping @Sendable (DirectoryEvent) -> Void) { self.receive = receive }
  }

  private let cancel: @Sendable () -> Void

  init(cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}

#if canImport(Darwin)
  extension DirectoryWatch {
    /// Watches a directory, or a file for writes in place. All watches call back on one queue.
    static func start(
      _ path: String, _ receive: @escaping @Sendable (DirectoryEvent) -> Void
    ) throws(SystemError) -> DirectoryWatch {
      try VnodeSources.shared.watch(path, Observer(receive))
    }
  }

  /// The dispatch sources of this process. All providers of a directory or file share one source
  /// and one descriptor, because a process has 256 descriptors by default.
  private final class VnodeSources: Sendable {
    static let shared = VnodeSources()

    private let queue = DispatchQueue(label: "file events", autoreleaseFrequency: .workItem)
    private let entries = Locked<[FileFingerprint.Identity: Entry]>([:])

    private struct Entry {
      let source: any DispatchSourceFileSystemObject
      var observers: [DirectoryWatch.Observer] = []
    }

    func watch(
      _ path: String, _ observer: DirectoryWatch.Observer
    ) throws(SystemError) -> DirectoryWatch {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw .last }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else {
        let error = SystemError.last
        close(descriptor)
        throw error
      }
      // No other file gets this identity while the descriptor is open.
      let identity = FileFingerprint(status).identity
      entries.withLock { entries in
        if entries[identity] == nil {
          entries[identity] = Entry(source: makeSource(descriptor, identity))
        } else {
          close(descriptor)
        }
        entries[identity]?.observers.append(observer)
      }
      return DirectoryWatch { self.remove(observer, identity) }
    }

    private func makeSource(
      _ descriptor: Int32, _ identity: FileFingerprint.Identity
    ) -> any DispatchSourceFileSystemObject {
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .revoke],
        queue: queue)
      source.setEventHandler { self.deliver(identity) }
      source.setCancelHandler { close(descriptor) }
      source.activate()
      return source
    }

    private func deliver(_ identity: FileFingerprint.Identity) {
      let observers = entries.withLock { $0[identity]?.observers ?? [] }
      for observer in observers { observer.receive(DirectoryEvent()) }
    }

    private func remove(_ observer: DirectoryWatch.Observer, _ identity: FileFingerprint.Identity) {
      entries.withLock { entries in
        entries[identity]?.observers.removeAll { $0 === observer }
        guard entries[identity]?.observers.isEmpty == true else { return }
        entries[identity]?.source.cancel()
        entries[identity] = nil
      }
    }
  }
#endif
