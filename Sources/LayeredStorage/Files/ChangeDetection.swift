internal import Concurrency
internal import Dispatch
internal import Foundation

/// Detects changes of one file by other processes or by other providers in this process.
///
/// It watches the directory of the file and those of the symbolic links that lead there, and
/// compares the file's fingerprint after each event, however late. If the system refuses to watch,
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
    var seen = SeenFile()
    var resolved: ResolvedPath?
    var watches: [DirectoryWatch] = []
    var failure: SystemError?
    /// The number of the provider's own writes in progress, and the fingerprints of those that
    /// ended since the last comparison.
    var writeCount = 0
    var written: [FileFingerprint] = []
    /// The events that arrived while writes were in progress.
    var pending: Look?
    /// Objects to release outside the lock.
    var released: [any Sendable] = []

    func hasWritten(_ file: SeenFile) -> Bool {
      written.contains { $0.hasSameContents(as: file.fingerprint) }
    }
  }

  /// The comparison that an event requires.
  private struct Look: Sendable {
    /// Whether the path may resolve differently.
    var resolves = false
    /// Whether the file has changed even if its fingerprint is the same.
    var isModified = false
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
    withState { state in
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
    if isChanged(after: Look()) { handlers.callHandlers() }
  }

  /// Makes a change of the provider's own, which is not reported as detected. `write` changes the
  /// file at the destination and returns its new fingerprint; if it throws, nothing has changed.
  func write(
    _ write: (_ destination: String) throws(SystemError) -> FileFingerprint
  ) throws(SystemError) {
    withState { $0.writeCount += 1 }
    var written: FileFingerprint?
    defer { if endWrite(written) { handlers.callHandlers() } }
    let destination = try ResolvedPath.destination(of: path)
    do throws(SystemError) {
      written = try write(destination)
    } catch .notFound {
      try File.makeDirectory(destination.splitPath.directory)
      written = try write(destination)
    }
  }

  /// - Returns: Whether another writer has changed the file, which is then counted.
  private func isChanged(after look: Look) -> Bool {
    withState { state in
      guard state.isStarted else { return false }
      guard state.writeCount == 0 else {
        // The last write to end compares.
        state.pending = Look(
          resolves: look.resolves || state.pending?.resolves == true,
          isModified: look.isModified || state.pending?.isModified == true)
        return false
      }
      return compare(&state, look)
    }
  }

  private func endWrite(_ written: FileFingerprint?) -> Bool {
    withState { state in
      state.writeCount -= 1
      guard state.isStarted else { return false }
      if let written { state.written.append(written) }
      guard state.writeCount == 0 else { return false }
      defer { (state.written, state.pending) = ([], nil) }
      return compare(&state, state.pending ?? Look())
    }
  }

  private func compare(_ state: inout State, _ look: Look) -> Bool {
    let mayLeadElsewhere = look.resolves || state.failure != nil || state.seen.isMissing
    if state.written.isEmpty, !look.isModified, !mayLeadElsewhere,
      FileFingerprint(of: path) == state.seen.fingerprint
    {
      return false
    }
    var now = SeenFile(path)
    if mayLeadElsewhere || !state.hasWritten(now) {
      watch(&state)
      // Read after the directories are watched, so that no change is missed in between.
      now = SeenFile(path)
    }
    let isChanged =
      look.isModified || now.fingerprint != state.seen.fingerprint && !state.hasWritten(now)
    state.released.append(state.seen)
    state.seen = now
    if isChanged { handlers.advance() }
    return isChanged
  }

  /// Watches the directories that the path currently leads through.
  private func watch(_ state: inout State) {
    do throws(SystemError) {
      var resolved = ResolvedPath(path)
      let isWatched = state.failure == nil && !state.watches.contains { $0.hasEnded }
      if resolved == state.resolved, isWatched { return }
      // Repeated if a directory appeared or vanished meanwhile. If it keeps changing, the next
      // event arrives here too.
      for _ in 0..<8 {
        state.resolved = resolved
        try watch(resolved.places, &state)
        resolved = ResolvedPath(path)
        if resolved == state.resolved { break }
      }
      state.failure = nil
    } catch {
      state.released.append(state.watches)
      (state.watches, state.resolved, state.failure) = ([], nil, error)
    }
    handlers.setPolled(state.failure != nil)
  }

  private func watch(_ places: [ResolvedPath.Place], _ state: inout State) throws(SystemError) {
    if let refusal = state.resolved?.refusal, refusal != .linkLoop, refusal != .isDirectory {
      throw refusal
    }
    var watches: [DirectoryWatch] = []
    for place in places {
      do throws(SystemError) {
        watches.append(
          try watching(place.directory) { [weak self] in self?.receive($0, at: place) })
      } catch .notFound {
        continue
      } catch .belowFile {
        continue
      }
    }
    state.released.append(state.watches)
    state.watches = watches
  }

  private func receive(_ event: DirectoryEvent, at place: ResolvedPath.Place) {
    if let name = event.name, let expected = place.name, name != expected { return }
    let look = Look(
      resolves: event.name == nil || !place.isFile, isModified: event.isModification && place.isFile
    )
    guard isChanged(after: look) else { return }
    // On another thread, because a handler may be slow.
    DispatchQueue.global().async { [handlers] in handlers.callHandlers() }
  }

  /// Calls the body under the lock, then releases the objects in `released` outside it.
  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, released) = state.withLock { state in
      let result = body(&state)
      defer { state.released = [] }
      return (result, state.released)
    }
    _ = released
    return result
  }
}

/// A file's fingerprint, with a descriptor that keeps its inode in use: otherwise the next file may
/// have the same inode, size and time.
private final class SeenFile: Sendable {
  let fingerprint: FileFingerprint
  private let descriptor: Int32
  /// `O_PATH`, which Swift does not import: it needs no permission, because it allows neither
  /// reading nor writing.
  private static let pathOnly: Int32 = 0o10_000_000

  /// A missing file.
  init() { (fingerprint, descriptor) = (FileFingerprint(), -1) }

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

  var isMissing: Bool { fingerprint.isMissing }
}
