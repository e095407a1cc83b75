internal import Concurrency
internal import Dispatch
internal import Foundation

/// Detects changes of one file by other processes or by other providers in this process.
///
/// It watches the directory of the file and those of the symbolic links that lead there, and
/// compares the file's fingerprint after each event, however late. If the system cannot watch them,
/// the chain above polls before each read. The provider's own writes go through ``write(_:)``.
final class ChangeDetection: Sendable {
  typealias Watching =
    @Sendable (String, @escaping @Sendable (DirectoryEvent) -> Void) throws(SystemError)
    -> DirectoryWatch

  private let path: String
  private let handlers: ChangeHandlers
  private let watching: Watching
  private let state = Locked(State())

  private struct State: Sendable {
    var isStarted = false
    var seen: SeenFile?
    var places: [Place] = []
    var watches: [DirectoryWatch] = []
    var failure: SystemError?
    /// The number of the provider's own writes in progress, and the fingerprints of those that
    /// ended since the last comparison.
    var writeCount = 0
    var written: [FileFingerprint] = []
    /// Whether the file was written in place while writes were in progress.
    var isModified = false
  }

  /// A watched directory, with the entry whose change matters. On Darwin also the file itself,
  /// because the events of a directory do not include writes to its files.
  private struct Place: Equatable {
    let path: String
    /// Distinguishes the directory from one that replaces it.
    let identity: FileFingerprint.Identity
    let name: String

    init(_ path: String, _ name: String) {
      self.path = path
      identity = FileFingerprint(of: path).identity
      self.name = name
    }
  }

  /// Creates an object that detects changes after ``start()``. The file need not exist.
  init(of path: String, for handlers: ChangeHandlers, watching: @escaping Watching) {
    self.path = path
    self.handlers = handlers
    self.watching = watching
    handlers.onPoll { [weak self] in self?.check() }
  }

  /// Starts detecting. A second call has no effect.
  func start() {
    state.withLock { state in
      guard !state.isStarted else { return }
      state.isStarted = true
      watch(&state)
      state.seen = SeenFile(path)
    }
  }

  /// Why changes are detected only by polling; nil if the file is watched.
  var failure: SystemError? { state.withLock { $0.failure } }

  /// Compares the file now, and reports a change by another writer on the calling thread.
  func check() {
    let isChanged = state.withLock { $0.isStarted && $0.writeCount == 0 && compare(&$0) }
    if isChanged { handlers.callHandlers() }
  }

  /// Makes a change of the provider's own, which is not reported as detected. `write` changes the
  /// file at the destination and returns its new fingerprint; if it throws, nothing has changed.
  func write(
    _ write: (_ destination: String) throws(SystemError) -> FileFingerprint
  ) throws(SystemError) {
    state.withLock { $0.writeCount += 1 }
    var written: FileFingerprint?
    defer { if endWrite(written) { handlers.callHandlers() } }
    let destination = try File.destinations(of: path).last ?? path
    do throws(SystemError) {
      written = try write(destination)
    } catch .notFound {
      try File.makeDirectory(destination.splitPath.directory)
      written = try write(destination)
    }
  }

  /// - Returns: Whether another writer has changed the file. The last write to end compares.
  private func endWrite(_ written: FileFingerprint?) -> Bool {
    state.withLock { state in
      state.writeCount -= 1
      guard state.isStarted else { return false }
      if let written { state.written.append(written) }
      return state.writeCount == 0 && compare(&state)
    }
  }

  private func receive(_ event: DirectoryEvent, at place: Place) {
    guard event.name ?? place.name == place.name else { return }
    let isChanged = state.withLock { state in
      if event.isModification { state.isModified = true }
      // The directory itself may have been removed or replaced.
      if event.name == nil { state.places = [] }
      return state.writeCount == 0 && compare(&state)
    }
    guard isChanged else { return }
    // On another thread, because a handler may be slow.
    DispatchQueue.global().async { [handlers] in handlers.callHandlers() }
  }

  /// - Returns: Whether another writer has changed the file, which is then counted.
  private func compare(_ state: inout State) -> Bool {
    watch(&state)
    // Read after the directories are watched, so that no change is missed in between.
    let now = SeenFile(path)
    let isOwn = state.written.contains { $0.hasSameContents(as: now.fingerprint) }
    let isChanged = state.isModified || now.fingerprint != state.seen?.fingerprint && !isOwn
    (state.seen, state.written, state.isModified) = (now, [], false)
    if isChanged { handlers.advance() }
    return isChanged
  }

  /// Watches the directories that the path currently leads to.
  private func watch(_ state: inout State) {
    do throws(SystemError) {
      // Repeats if a directory is replaced meanwhile. If it goes on, the next event comes here too.
      for _ in 0..<8 {
        let places = try places()
        if places == state.places { break }
        var watches: [DirectoryWatch] = []
        for place in places {
          watches.append(try watching(place.path) { [weak self] in self?.receive($0, at: place) })
        }
        (state.places, state.watches) = (places, watches)
      }
      state.failure = nil
    } catch {
      (state.places, state.watches, state.failure) = ([], [], error)
    }
    handlers.setPolled(state.failure != nil)
  }

  private func places() throws(SystemError) -> [Place] {
    let files = try File.destinations(of: path)
    var places = files.map { file in
      let (directory, name) = file.splitPath
      return Place(directory, name)
    }
    #if canImport(Darwin)
      if let file = files.last, !FileFingerprint(of: file).isMissing {
        places.append(Place(file, file.splitPath.name))
      }
    #endif
    return places
  }
}

/// A file's fingerprint, with a descriptor that keeps its inode in use: otherwise the next file may
/// have the same inode, size and time.
private final class SeenFile: Sendable {
  let fingerprint: FileFingerprint
  private let descriptor: Int32
  /// `O_PATH`, which Swift does not import: needs no permission, as it allows no reads or writes.
  private static let pathOnly: Int32 = 0o10_000_000

  init(_ path: String) {
    #if os(Linux)
      descriptor = open(path, Self.pathOnly | O_CLOEXEC)
      var status = stat()
      let isOpen = descriptor >= 0 && fstat(descriptor, &status) == 0
      fingerprint = isOpen ? FileFingerprint(status) : FileFingerprint(of: path)
    #else
      // On Darwin the watch keeps the inode in use.
      (fingerprint, descriptor) = (FileFingerprint(of: path), -1)
    #endif
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
