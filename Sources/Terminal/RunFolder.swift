internal import Concurrency
package import Foundation

/// A folder for the temporary files of one run of a program: `made (removed | stale removed)`.
///
/// The process holds a lock on the folder, which the system releases however the process ends. What a killed process
/// leaves is *stale* and is removed by ``removeStale(in:)`` in a later run, of any program of the package.
package final class RunFolder: Sendable {
  private static let prefix = "DataLayerWorkbook-"

  /// Where it is, for every user to enter: a child may have given up its rights.
  package let url: URL
  /// The descriptor that holds the lock; -1 once that is released.
  private let lock: Locked<CInt>

  /// Makes the folder.
  ///
  /// - Throws: Why it cannot be made.
  package init(in directory: URL) throws(POSIXError) {
    while true {
      let name = Self.prefix + String(format: "%016llx", UInt64.random(in: 0...UInt64.max))
      let url = directory.appending(path: name, directoryHint: .isDirectory)
      guard mkdir(url.path, 0o755) == 0 else { throw .current }
      chmod(url.path, 0o755)
      let descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      let code = errno
      // A file system without locks makes no folder stale.
      if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
        Self.isFile(descriptor, at: url.path)
      {
        self.url = url
        lock = Locked(descriptor)
        return
      }
      // Another process has found the folder before it was locked, and removes it.
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
    // Closing is not enough: a child that is being started has a copy of the descriptor for a moment.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Removes the folder and all that is in it, even what is still in use.
  ///
  /// A thread that still runs could make the missing folder again. A file in its place keeps it from that until the
  /// removal is complete.
  package func remove() { Self.remove(url, afterMoving: unlock) }

  /// Removes the folder of another process, which has ended; has no effect on anything but such a folder.
  package static func remove(_ url: URL) { remove(url, afterMoving: {}) }

  private static func remove(_ url: URL, afterMoving unlock: () -> Void) {
    guard isName(url.lastPathComponent) else { return }
    let path = url.path
    let aside = "\(path).gone-\(getpid())"
    guard rename(path, aside) == 0 else { return }
    // Listing a folder takes a descriptor, and the process may have no other. Another program may remove what was
    // moved aside at the same time.
    unlock()
    let placeholder = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    if placeholder >= 0 { _ = flock(placeholder, LOCK_EX | LOCK_NB) }
    removeTree(aside)
    if placeholder >= 0 { close(placeholder) }
    removeTree(aside)
    removeTree(path)
  }

  /// Removes the folders that killed processes of the same user have left, and what was left of their removal.
  package static func removeStale(in directory: URL) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
    for name in names where isNameOrRest(name) {
      removeIfStale(directory.appending(path: name).path)
    }
  }

  private static func removeIfStale(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) else { return }
    removeTree(path)
  }

  /// Whether an open file is still the one at a path, and belongs to this user.
  private static func isFile(_ descriptor: CInt, at path: String) -> Bool {
    var (file, named) = (stat(), stat())
    return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
      && file.st_ino == named.st_ino && file.st_dev == named.st_dev && file.st_uid == geteuid()
  }

  /// A database that is being closed on another thread, or a child that was just killed, removes its own files at the
  /// same time, which makes a removal fail and leave the rest.
  private static func removeTree(_ path: String) {
    for _ in 0..<10 where FileManager.default.fileExists(atPath: path) {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  /// `DataLayerWorkbook-` and sixteen digits. Written out because the temporary directory may hold thousands of names,
  /// for which a regular expression takes longer than a run.
  private static func isName(_ name: some StringProtocol) -> Bool {
    name.utf8.count == prefix.utf8.count + 16 && name.hasPrefix(prefix)
      && name.suffix(16).allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }

  /// The name of a folder, or of what the process with a number was removing: `….gone-17`.
  private static func isNameOrRest(_ name: String) -> Bool {
    guard name.hasPrefix(prefix) else { return false }
    guard let end = name.firstRange(of: ".gone-") else { return isName(name) }
    return isName(name[..<end.lowerBound]) && Int(name[end.upperBound...]) != nil
  }
}

extension POSIXError {
  fileprivate static var current: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
