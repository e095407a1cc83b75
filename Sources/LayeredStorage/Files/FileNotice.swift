/// How changes of one file are noticed: by the system's events, or, where it refuses them, by comparing.
enum FileNotice {
  /// Starts watching a path; what is given to it is called when there may be changes.
  typealias Watching =
    @Sendable (String, @escaping @Sendable () -> Void) throws(SystemError) -> FileWatch

  case notYet
  case byEvents(FileWatch)
  /// A write in place within one tick of the file system's clock that keeps the size looks the same.
  case byComparing(with: FileAppearance, because: SystemError)

  var isComparing: Bool { if case .byComparing = self { true } else { false } }

  /// Starts; what could not be watched before may be now.
  ///
  /// - Returns: whether the file was changed since it was compared last.
  mutating func start(_ path: String, _ watch: () throws(SystemError) -> FileWatch) -> Bool {
    var seen: FileAppearance?
    if case .byComparing(let appearance, _) = self { seen = appearance }
    do throws(SystemError) {
      self = .byEvents(try watch())
      return seen.map { $0 != FileAppearance(of: path) } ?? false
    } catch {
      let now = FileAppearance(of: path)
      self = .byComparing(with: now, because: error)
      return seen.map { $0 != now } ?? false
    }
  }

  /// Whether others changed the file since this was last asked.
  mutating func takeChanges(
    of path: String, except own: OwnWrite, _ watch: () throws(SystemError) -> FileWatch
  ) -> Bool {
    switch self {
    case .notYet: return false
    case .byEvents(var current):
      do throws(SystemError) {
        let isChanged = try current.takeChanges(except: own)
        self = .byEvents(current)
        return isChanged
      } catch {
        current.stop()
        self = .byComparing(with: FileAppearance(of: path), because: error)
        return true
      }
    case .byComparing(_, let failure):
      if let appearance = own.appearance {
        self = .byComparing(with: appearance, because: failure)
      }
      return start(path, watch)
    }
  }

  func stop() { if case .byEvents(let watch) = self { watch.stop() } }
}

extension FileWatch {
  /// Watches a path by the system's own events.
  static let start: FileNotice.Watching = { path, wake throws(SystemError) in
    try FileWatch(path, wake: wake)
  }
}

/// What one write of our own did to the file's place.
enum OwnWrite {
  /// A file came to its place that looked so.
  case replaced(FileAppearance)
  case removed
  case nothing

  var isReplacement: Bool { if case .replaced = self { true } else { false } }
  var isRemoval: Bool { if case .removed = self { true } else { false } }

  /// How the place looks unless others changed it after; nil if nothing was done to it.
  var appearance: FileAppearance? {
    switch self {
    case .replaced(let appearance): appearance
    case .removed: FileAppearance()
    case .nothing: nil
    }
  }
}
