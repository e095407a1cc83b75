internal import Dispatch
internal import Locking

/// Notices changes of one file that others make: processes, or other providers of this one.
///
/// It watches the directories that ``FilePlace/all(on:)`` names, so it does not matter whether the file is
/// written in place, replaced, removed, made later, or reached through a link. Own writes go
/// through ``writing(_:)`` and are told apart there.
final class FileChanges: Sendable {
  private let path: String
  private let tell: @Sendable () -> Void
  private let state = Locked(State())

  private struct State {
    var watch: FileWatch?
    var failure: SystemError?
  }

  init(of path: String, tell: @escaping @Sendable () -> Void) {
    self.path = path
    self.tell = tell
  }

  /// Starts noticing, unless it has started.
  func start() {
    state.withLock { state in
      guard state.watch == nil else { return }
      do throws(SystemError) {
        state.watch = try FileWatch(path) { [weak self] in self?.look() }
        state.failure = nil
      } catch {
        state.failure = error
      }
    }
  }

  /// Why nothing is noticed although somebody wants to know.
  var failure: SystemError? { state.withLock { $0.failure } }

  /// Tells of what others have changed up to now, without waiting for the system to say so.
  func look() {
    if state.withLock({ $0.watch?.takeChanges() ?? false }) { tell() }
  }

  /// Makes a change that is no news, and tells of what others changed before or meanwhile.
  ///
  /// - Parameters:
  ///   - directory: is made first, if it is missing.
  ///   - write: changes the file.
  func writing(
    in directory: String? = nil, _ write: () throws(SystemError) -> OwnWrite
  ) throws(SystemError) {
    var changed = (before: false, meanwhile: false)
    defer {
      if changed.before { tell() }
      // It may have come after the write, so the writer has to know too.
      if changed.meanwhile { Work.asNobody { tell() } }
    }
    try state.withLock { state throws(SystemError) in
      changed.before = state.watch?.takeChanges() ?? false
      // What a new directory changes on the way to the file is no news either.
      if let directory, try File.makeDirectory(directory) { _ = state.watch?.takeChanges() }
      let own = try write()
      changed.meanwhile = state.watch?.takeChanges(except: own) ?? false
    }
  }

  deinit { state.withLock { $0.watch?.stop() } }
}

/// What one write of our own did to the file's place.
struct OwnWrite {
  /// Whether the file came to its place, was removed from it, or neither.
  enum Effect {
    case replaced
    case removed
    case nothing
  }

  let effect: Effect
}
