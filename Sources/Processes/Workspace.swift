internal import Concurrency
package import Foundation

/// The temporary files of a run: folders in a ``RunFolder``, which is created with the first of
/// them and removed with the last. A lock keeps files from being created during ``remove()``.
package final class Workspace: Sendable {
  package static let ofThisProcess = Workspace()

  private struct State {
    var root: RunFolder?
    var count = 0
    var folders: Set<String> = []
    var isRemoved = false
  }

  /// Identifies the processes of this run, in their environment.
  package let id = UUID().uuidString
  private let directory: URL
  private let room: Int
  private let state = Locked(State())

  /// Creates a workspace, but no folder yet. A mebibyte is more than a page writes.
  package init(in directory: URL = TemporaryDirectory.url, withRoomFor room: Int = 1 << 20) {
    self.directory = directory
    self.room = room
  }

  deinit { remove() }

  /// Creates a folder. Its name is a number after a prefix. Throws ECANCELED after ``remove()``.
  package func newFolder(_ prefix: String = "") throws(TemporaryDirectoryError) -> URL {
    try state.withLock { state throws(TemporaryDirectoryError) in
      guard !state.isRemoved else { throw failure(.ECANCELED) }
      let root = if let root = state.root { root } else { try newRoot() }
      state.root = root
      let folder = root.url.appending(path: "\(prefix)\(state.count + 1)")
      guard mkdir(folder.path, 0o755) == 0 else { throw failure(POSIXError.current.code) }
      state.count += 1
      state.folders.insert(folder.path)
      return folder
    }
  }

  /// Creates the run's folder, and checks that `room` bytes fit in it.
  private func newRoot() throws(TemporaryDirectoryError) -> RunFolder {
    do {
      let root = try RunFolder(in: directory)
      let trial = root.url.appending(path: "trial")
      do { try Self.fill(trial, to: room) } catch {
        root.remove()
        throw error
      }
      RunFolder.removeTree(trial.path)
      return root
    } catch { throw failure(POSIXErrorCode(causing: error)) }
  }

  /// Writes a new file. On Linux its blocks are reserved. That is faster than writing zeros, and
  /// zeros would fit on a full disk that compresses them.
  private static func fill(_ file: URL, to count: Int) throws {
    #if os(Linux)
      let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw POSIXError.current }
      defer { close(descriptor) }
      var code = EINTR
      while code == EINTR { code = posix_fallocate(descriptor, 0, count) }
      if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    #else
      try Data(count: count).write(to: file)
    #endif
  }

  /// Creates files in a folder, under the lock. Throws ECANCELED after ``remove()``.
  package func create(_ body: () throws -> Void) throws(TemporaryDirectoryError) {
    try state.withLock { state throws(TemporaryDirectoryError) in
      guard !state.isRemoved else { throw failure(.ECANCELED) }
      do { try body() } catch { throw failure(POSIXErrorCode(causing: error)) }
    }
  }

  private func failure(_ code: POSIXErrorCode) -> TemporaryDirectoryError {
    TemporaryDirectoryError(directory, code, withRoomFor: room)
  }

  /// Removes a file or a folder of the workspace, and with the last folder the run's folder too.
  package func remove(_ file: URL) {
    state.withLock { state in
      guard let root = state.root else { return }
      RunFolder.removeTree(file.path)
      guard state.folders.remove(file.path) != nil, state.folders.isEmpty else { return }
      root.remove()
      state.root = nil
    }
  }

  /// Removes everything now, even files that are still in use.
  package func remove() {
    state.withLock { state in
      state.isRemoved = true
      state.root?.remove()
      state.root = nil
    }
  }
}
