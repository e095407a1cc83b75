internal import Dispatch
internal import Locking

/// Notices changes of one file that others make: processes, or other providers of this one.
///
/// It watches the directories that ``FilePlace/all(on:)`` names, so it does not matter whether the file is
/// written in place, replaced, removed, made later, or reached through a link. Own writes go
/// through ``writing(_:)`` and are told apart there.
final class FileChanges: Sendable {
  private let path: String
  private let handlers: ChangeHandlers
  private let state = Locked(State())

  private struct State {
    var watch: FileWatch?
    var failure: SystemError?

    /// The number of the change, if there was one.
    mutating func takeChanges(
      except own: OwnWrite = .nothing, countedBy handlers: ChangeHandlers
    ) -> Int? {
      watch?.takeChanges(except: own) == true ? handlers.count() : nil
    }
  }

  /// Notices nothing yet.
  ///
  /// - Parameters:
  ///   - path: where the file is, or will be.
  ///   - handlers: are told of what is noticed.
  init(of path: String, for handlers: ChangeHandlers) {
    self.path = path
    self.handlers = handlers
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

  /// Why nothing is noticed although somebody wants to know; what could not be watched before may be now.
  func failureAfterTryingAgain() -> SystemError? {
    if state.withLock({ $0.failure }) != nil { start() }
    return state.withLock { $0.failure }
  }

  /// Tells of what others have changed up to now, without waiting for the system to say so; who reads
  /// after this need not be told.
  func look() {
    let number = state.withLock { state in
      let number = state.takeChanges(countedBy: handlers)
      handlers.authorKnows()
      return number
    }
    if let number { handlers.tell(of: number) }
  }

  /// Makes a change that is no news, and tells of what others changed before or meanwhile.
  ///
  /// - Parameters:
  ///   - directory: is made first, if it is missing.
  ///   - write: changes the file.
  /// - Throws: what went wrong; nothing was changed then.
  func writing(
    in directory: String? = nil, _ write: () throws(SystemError) -> OwnWrite
  ) throws(SystemError) {
    var before: Int?
    var meanwhile: Int?
    defer {
      // The writer too, unless it knows: of what its write replaced, but not of what may have come after.
      for number in [before, meanwhile].compactMap(\.self) {
        Work.asNobody { handlers.tell(of: number) }
      }
    }
    try state.withLock { state throws(SystemError) in
      before = state.takeChanges(countedBy: handlers)
      // What a new directory changes on the way to the file is no news either.
      if let directory, try File.makeDirectory(directory) { _ = state.watch?.takeChanges() }
      let own = try write()
      handlers.authorKnows()
      meanwhile = state.takeChanges(except: own, countedBy: handlers)
    }
  }

  deinit { state.withLock { $0.watch?.stop() } }
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
