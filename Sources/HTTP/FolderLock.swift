#if os(Linux)
  internal import Foundation

  /// A lock that keeps other processes from creating the same folders until it is released.
  ///
  /// It locks the existing parent folders: the innermost one exclusively, the outer ones shared.
  /// The outer locks are needed because the innermost folder may be one that another process has
  /// just created and will remove; that process holds an exclusive lock further out.
  final class FolderLock {
    // Closing the descriptors releases the lock. It is on the folders themselves, so no lock file
    // is written.
    private var descriptors: [Int32] = []

    /// Waits for the lock for at most two seconds; then returns nil, because any program can lock a
    /// user's folder, and a suspended process does not release its lock.
    ///
    /// Folders that cannot be opened or do not support locks are skipped.
    static func waiting(around folders: [URL]) -> FolderLock? {
      for _ in 0..<200 {
        if let lock = FolderLock(around: folders) { return lock }
        usleep(10_000)
      }
      return nil
    }

    /// Fails if another process holds a conflicting lock.
    private init?(around folders: [URL]) {
      let existing = Self.existing(around: folders)
      // All processes lock in the same order, so that one of them gets all its locks.
      for (path, operation) in existing.sorted(by: { $0.key < $1.key }) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { continue }
        descriptors.append(descriptor)
        if flock(descriptor, operation | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
      }
      // Another process may have removed some of the folders meanwhile.
      guard Self.existing(around: folders) == existing else { return nil }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// The existing parents of the given folders, each with the lock that it needs. They go up to
    /// the third parent, which is the home for `.cache/org.swift.foundation.URLCache/…` and
    /// `.local/share/…`, or at least to the innermost that exists.
    private static func existing(around folders: [URL]) -> [String: Int32] {
      var operations: [String: Int32] = [:]
      for folder in folders {
        var parent = folder.deletingLastPathComponent()
        var depth = 1
        while !FileManager.default.fileExists(atPath: parent.path) {
          parent.deleteLastPathComponent()
          depth += 1
        }
        // Resolved, so that a folder that is reached by two paths is locked once.
        parent.resolveSymlinksInPath()
        operations[parent.path] = LOCK_EX
        while depth < 3, parent.path != "/" {
          parent.deleteLastPathComponent()
          depth += 1
          if operations[parent.path] == nil { operations[parent.path] = LOCK_SH }
        }
      }
      return operations
    }
  }
#endif
