internal import Concurrency
internal import Foundation
internal import Terminal

/// The grader's temporary folder. ``remove()`` or `deinit` removes it. The next grader removes the folder of a killed
/// process, which does not hold the lock on a file in it any more.
final class Workspace: Sendable {
  private struct State {
    var count = 0
    var isRemoved = false
    /// The descriptor of the lock. Nil until the folder is created.
    var lock: Int32?
  }

  private static let prefix = "workbook-grading-"
  private static let lockName = "lock"

  let url: URL
  private let state = Locked(State())

  /// - Parameter place: The parent of the folder.
  init(in place: URL = TemporaryDirectory.url) {
    url = place.appending(path: "\(Self.prefix)\(UUID().uuidString)")
  }

  deinit { remove() }

  /// Removes the folders of killed graders.
  static func removeStale(in place: URL = TemporaryDirectory.url) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let folder = place.appending(path: name)
      let lock = FileLock.acquire(
        folder.appending(path: lockName).path, makesFile: false, waits: false)
      guard lock >= 0 else { continue }
      try? FileManager.default.removeItem(at: folder)
      close(lock)
    }
  }

  private static func make(_ url: URL) throws -> Int32 {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    // Locked before it gets its name, so that no other process finds it unlocked.
    let unnamed = url.appending(path: "new-\(lockName)").path
    let lock = FileLock.acquire(unnamed, makesFile: true, waits: false)
    guard lock >= 0, rename(unnamed, url.appending(path: lockName).path) == 0 else {
      throw GradingError("“\(url.path)” cannot be written", errno)
    }
    return lock
  }

  /// Creates a folder, whose name begins with `name`.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func folder(_ name: String) throws(GradingError) -> URL {
    try change { state, files in
      if state.lock == nil { state.lock = try Self.make(url) }
      state.count += 1
      let folder = url.appending(path: "\(name)-\(state.count)")
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }

  /// Writes a file in the workspace.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func write(_ text: String, to file: URL) throws(GradingError) {
    try change { _, _ in
      do { try Data(text.utf8).write(to: file) } catch {
        throw GradingError("“\(file.path)” cannot be written: \(error.localizedDescription)")
      }
    }
  }

  /// Creates a symbolic link of the same name in a folder of the workspace.
  ///
  /// - Throws: ``GradingError``, also if the workspace was removed.
  func link(_ target: URL, in folder: URL) throws(GradingError) {
    try change { _, files in
      try files.createSymbolicLink(
        at: folder.appending(path: target.lastPathComponent), withDestinationURL: target)
    }
  }

  /// Removes a folder of the workspace.
  func remove(_ folder: URL) {
    try? change { _, files in try files.removeItem(at: folder) }
  }

  /// Removes the workspace, with files that a program which is ending writes meanwhile.
  func remove() {
    state.withLock { state in
      state.isRemoved = true
      defer {
        if let lock = state.lock { close(lock) }
        state.lock = nil
      }
      for _ in 1...8 {
        do { return try FileManager.default.removeItem(at: url) } catch CocoaError.fileNoSuchFile {
          return
        } catch { continue }
      }
    }
  }

  /// Calls `body` under the lock, so that nothing is created during the removal or after it. It calls only the system.
  private func change<Result: Sendable>(
    _ body: (inout State, FileManager) throws -> Result
  ) throws(GradingError) -> Result {
    try state.withLock { state throws(GradingError) in
      guard !state.isRemoved else { throw .cancelled }
      do { return try body(&state, .default) } catch let problem as GradingError {
        throw problem
      } catch {
        throw GradingError("“\(url.path)” cannot be written: \(error.localizedDescription)")
      }
    }
  }
}

/// Exclusive locks on files, between processes. The system releases a lock when its process ends.
package enum FileLock {
  /// Opens a file and locks it. Closing the descriptor releases the lock.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makesFile: Whether a missing file is created.
  ///   - waits: Whether to wait while another process has the lock.
  /// - Returns: The descriptor, or -1 with the reason in `errno`.
  package static func acquire(_ path: String, makesFile: Bool, waits: Bool) -> Int32 {
    var flags = O_RDWR | O_CLOEXEC | (makesFile ? O_CREAT : 0)
    #if canImport(Darwin)
      // O_EXLOCK: opens and locks the file atomically, as `flock` does.
      flags |= 0x20 | (waits ? 0 : O_NONBLOCK)
    #endif
    var descriptor = open(path, flags, 0o666)
    while descriptor < 0, errno == EINTR { descriptor = open(path, flags, 0o666) }
    #if !canImport(Darwin)
      while descriptor >= 0, flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
        guard errno != EINTR else { continue }
        let code = errno
        close(descriptor)
        errno = code
        return -1
      }
    #endif
    return descriptor
  }
}
