#if os(Linux)
  internal import Foundation

  /// Excludes other processes that are about to create the same folders, until it is released.
  ///
  /// It is on the existing folders around them: exclusive on the innermost one of each, shared on those
  /// further out. For a folder that exists now may be one that another process has just created and will
  /// remove; that process has an exclusive lock further out.
  final class FolderLock {
    // Closing them releases the lock, which is on the folders themselves: no file is written for it.
    private var descriptors: [Int32] = []

    /// Waits for the lock two seconds at most. Nil after them: any program can lock a folder of the user,
    /// and a process that is stopped releases no lock.
    ///
    /// A folder that cannot be opened, or does not support locks, is left out.
    static func waiting(around folders: [URL]) -> FolderLock? {
      for _ in 0..<200 {
        if let lock = FolderLock(around: folders) { return lock }
        usleep(10_000)
      }
      return nil
    }

    /// Nil if another process holds a lock that excludes this one.
    private init?(around folders: [URL]) {
      let existing = Self.existing(around: folders)
      // In the same order in each process, so that one of several gets all its locks.
      for (path, operation) in existing.sorted(by: { $0.key < $1.key }) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { continue }
        descriptors.append(descriptor)
        if flock(descriptor, operation | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
      }
      // Another process may have removed some meanwhile.
      guard Self.existing(around: folders) == existing else { return nil }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// The existing folders around the given ones, each with the lock that it needs: up to the third, which
    /// is the home for `.cache/org.swift.foundation.URLCache/…` and `.local/share/…`, or to the innermost.
    private static func existing(around folders: [URL]) -> [String: Int32] {
      var operations: [String: Int32] = [:]
      for folder in folders {
        var parent = folder.deletingLastPathComponent()
        var depth = 1
        while !FileManager.default.fileExists(atPath: parent.path) {
          parent.deleteLastPathComponent()
          depth += 1
        }
        // Resolved: a folder that is reached by two paths is locked once.
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
