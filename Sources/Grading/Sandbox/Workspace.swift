internal import Concurrency
internal import Foundation
internal import Terminal

/// The grader's temporary folder. It is removed by ``remove()``, with the last reference, or by the next grader when the
/// process was killed: a lock on a file in it says whether its process lives.
final class Workspace: Sendable {
  private struct State {
    var count = 0
    var isRemoved = false
    /// The descriptor of the lock; nil until the folder is made.
    var lock: Int32?
  }

  private static let prefix = "workbook-grading-"
  private static let lockName = "lock"

  let url: URL
  private let state = Locked(State())

  /// - Parameter place: where it will be made; the system's temporary folder by default.
  init(in place: URL = TemporaryDirectory.url) {
    url = place.appending(path: "\(Self.prefix)\(UUID().uuidString)")
  }

  deinit { remove() }

  /// Removes the folders that killed graders have left in a folder.
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
    // Locked before it has its name, so that no other process finds it unlocked.
    let unnamed = url.appending(path: "new-\(lockName)").path
    let lock = FileLock.acquire(unnamed, makesFile: true, waits: false)
    guard lock >= 0, rename(unnamed, url.appending(path: lockName).path) == 0 else {
      throw GradingError("“\(url.path)” cannot be written", errno)
    }
    return lock
  }

  /// A new folder in it, whose name begins with this.
  ///
  /// - Throws: ``GradingError``, also when the workspace was removed.
  func folder(_ name: String) throws(GradingError) -> URL {
    try change { state, files in
      if state.lock == nil { state.lock = try Self.make(url) }
      state.count += 1
      let folder = url.appending(path: "\(name)-\(state.count)")
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }

  /// Writes a file in it.
  ///
  /// - Throws: ``GradingError``, also when the workspace was removed.
  func write(_ text: String, to file: URL) throws(GradingError) {
    try change { _, _ in
      do { try Data(text.utf8).write(to: file) } catch {
        throw GradingError("“\(file.path)” cannot be written: \(error.localizedDescription)")
      }
    }
  }

  /// Makes a symbolic link of the same name in a folder of it.
  ///
  /// - Throws: ``GradingError``, also when the workspace was removed.
  func link(_ target: URL, in folder: URL) throws(GradingError) {
    try change { _, files in
      try files.createSymbolicLink(
        at: folder.appending(path: target.lastPathComponent), withDestinationURL: target)
    }
  }

  /// Removes a folder of it that is no longer needed.
  func remove(_ folder: URL) {
    try? change { _, files in try files.removeItem(at: folder) }
  }

  /// Removes all of it, also what a program that is ending writes meanwhile.
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

  /// Under the lock, so that nothing is made during the removal or after it; only the system is called.
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

/// Exclusive locks on files, between processes. The system releases one when its process ends, however that ends.
package enum FileLock {
  /// Opens a file and locks it. Closing the descriptor releases the lock.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - makesFile: Whether a missing file is made.
  ///   - waits: Whether to wait while another process has the lock.
  /// - Returns: The descriptor; -1 with the reason in `errno`.
  package static func acquire(_ path: String, makesFile: Bool, waits: Bool) -> Int32 {
    var flags = O_RDWR | O_CLOEXEC | (makesFile ? O_CREAT : 0)
    #if canImport(Darwin)
      // O_EXLOCK: locked as by `flock`, from the moment when it is open.
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
