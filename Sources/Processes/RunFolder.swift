internal import Concurrency
package import Foundation

/// A folder for the temporary files of one run of a program: `created (removed | stale removed)`.
/// The process holds a lock on it, which the system releases when the process ends in any way. The
/// folder of a killed process is *stale*, and is removed by a later run of any program.
package final class RunFolder: Sendable {
  private static let prefix = "DataLayerWorkbook-"

  /// Every user can enter the folder, because a child process may have dropped its privileges.
  package let url: URL
  /// The descriptor that holds the lock; -1 once the lock is released.
  private let lock: Locked<CInt>

  package init(in directory: URL) throws(POSIXError) {
    while true {
      let url = directory.appending(path: Self.newName(), directoryHint: .isDirectory)
      guard mkdir(url.path, 0o755) == 0 else { throw .current }
      chmod(url.path, 0o755)
      let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let code = errno
      // On a file system without locks no folder becomes stale.
      if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
        Self.isFile(descriptor, at: url.path)
      {
        self.url = url
        lock = Locked(descriptor)
        return
      }
      // Another process found the folder before it was locked and is removing it.
      if descriptor >= 0 {
        close(descriptor)
      } else if code != ENOENT {
        rmdir(url.path)
        throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
      }
    }
  }

  deinit { unlock() }

  private func unlock() {
    let descriptor = lock.withLock { lock in
      defer { lock = -1 }
      return lock
    }
    guard descriptor >= 0 else { return }
    // Closing is not enough: a child that is being started briefly has a copy of the descriptor.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the folder and its contents, even files that are still in use.
  package func remove() { Self.remove(url, afterMoving: unlock) }

  /// Removes the folder of a process that has ended. Has no effect on any other kind of folder.
  package static func remove(_ url: URL, afterMoving unlock: () -> Void = {}) {
    guard isName(url.lastPathComponent) else { return }
    // Renamed first, so that running threads find no folder in which to create files.
    let aside = url.deletingLastPathComponent().appending(path: newName()).path
    guard rename(url.path, aside) == 0 else { return }
    // Unlocked first, because listing a folder takes a descriptor and the process may have no
    // other. Another program may then remove the renamed folder concurrently.
    unlock()
    removeTree(aside)
    removeTree(url.path)
  }

  /// Removes the folders of the user's killed processes, also after an interrupted removal.
  package static func removeStale(in directory: URL = TemporaryDirectory.url) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    for path in names.filter(isName).map({ directory.appending(path: $0).path }) {
      let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) {
        removeTree(path)
      }
      close(descriptor)
    }
  }

  /// Whether an open file is still the one at a path, and belongs to this user.
  private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
    var (file, named) = (stat(), stat())
    return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
      && file.st_ino == named.st_ino && file.st_dev == named.st_dev && file.st_uid == geteuid()
  }

  /// Retries, because a database that is being closed on another thread, or a child that was just
  /// killed, may remove its own files concurrently, which makes a removal fail halfway.
  static func removeTree(_ path: String) {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  private static func newName() -> String {
    prefix + String(format: "%016llx", UInt64.random(in: 0...UInt64.max))
  }

  /// `DataLayerWorkbook-` and sixteen digits. Not a regular expression, which would take too long
  /// for the thousands of names that a temporary directory may hold.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count == prefix.utf8.count + 16 && name.hasPrefix(prefix)
      && name.suffix(16).allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
