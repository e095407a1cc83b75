#if canImport(Darwin)
  internal import Dispatch
  internal import Foundation

  /// A file's places under dispatch file sources. They say that a directory or a file changed, not how, so the
  /// file's identity and times are compared with those that were seen last.
  struct FileWatch {
    private let path: String
    private let wake: @Sendable () -> Void
    private var sources: [any DispatchSourceFileSystemObject] = []
    private var seen: FileAppearance

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: where the file is, or will be.
    ///   - wake: is called on some thread when there may be changes to take.
    /// - Throws: why it cannot be watched.
    init(_ path: String, wake: @escaping @Sendable () -> Void) throws(SystemError) {
      self.path = path
      self.wake = wake
      seen = FileAppearance(of: path)
      try arm()
      seen = FileAppearance(of: path)
    }

    func stop() { for source in sources { source.cancel() } }

    /// Whether others changed the file since this was last asked.
    mutating func takeChanges(except own: OwnWrite = .nothing) -> Bool {
      let now = FileAppearance(of: path)
      guard now != seen else { return false }
      seen = now
      // What cannot be watched now is tried again at the next event.
      try? arm()
      return now != own.appearance
    }

    /// Watches the directories on the way, and the file itself for writes in place.
    private mutating func arm() throws(SystemError) {
      var next: [any DispatchSourceFileSystemObject] = []
      let directories = Set(FilePlace.all(on: path).map(\.directory))
      for watched in directories.sorted() + [path] {
        let descriptor = open(watched, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          if watched == path || errno == ENOENT || errno == ENOTDIR { continue }
          let error = SystemError.last
          for source in next { source.cancel() }
          throw error
        }
        let source = DispatchSource.makeFileSystemObjectSource(
          fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .revoke],
          queue: .global())
        source.setEventHandler(handler: wake)
        source.setCancelHandler { close(descriptor) }
        source.activate()
        next.append(source)
      }
      stop()
      sources = next
    }
  }
#endif
