#if canImport(Darwin)
  internal import Dispatch
  internal import Foundation

  /// A file's trail under dispatch file sources. They say that a directory or a file changed, not how, so the
  /// file's identity and times are compared with those that were seen last.
  struct FileWatch {
    private let path: String
    private let wake: @Sendable () -> Void
    private var sources: [any DispatchSourceFileSystemObject] = []
    private(set) var trail: FileTrail
    /// The directories on the trail, which others of the same names may replace.
    private var directories: [FileAppearance.Identity] = []
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
      trail = FileTrail(path)
      seen = FileAppearance(of: path)
      try arm()
      seen = FileAppearance(of: path)
    }

    func stop() { for source in sources { source.cancel() } }

    /// The time in which a writer takes changes itself; here nobody waits for the other.
    struct Attendance {
      func end() {}
    }

    func attend() -> Attendance { Attendance() }

    /// Whether others changed the file since this was last asked.
    ///
    /// - Throws: why it cannot be watched any more.
    mutating func takeChanges(except own: OwnWrite = .nothing) throws(SystemError) -> Bool {
      var now = FileAppearance(of: path)
      if now != seen || FileTrail(path) != trail || identities(on: trail) != directories {
        try arm()
        now = FileAppearance(of: path)
      }
      defer { seen = now }
      return now != seen && now != own.appearance
    }

    /// Watches the directories on the way, and the file itself for writes in place.
    private mutating func arm() throws(SystemError) {
      var next: [any DispatchSourceFileSystemObject] = []
      trail = FileTrail(path)
      directories = identities(on: trail)
      let watched = Set(trail.places.map(\.directory)).sorted() + [path]
      for path in watched {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
          if path == self.path || errno == ENOENT || errno == ENOTDIR { continue }
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

    private func identities(on trail: FileTrail) -> [FileAppearance.Identity] {
      trail.places.map { FileAppearance(of: $0.directory).identity }
    }
  }
#endif
