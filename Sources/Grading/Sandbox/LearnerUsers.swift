internal import Concurrency
internal import Foundation
internal import Processes

/// Users for learners' programs, where the grader is root: each is reserved for one program at a
/// time, by a locked file in a folder that all graders of the machine share. A grader deletes the
/// file before it releases the lock. The next grader takes over the file of one that was killed.
final class LearnerUsers: Sendable {
  /// A user that had no process before, and that no other grader chooses while this value exists.
  final class Reservation: Sendable {
    let id: uid_t
    private let path: String
    private let lock: Int32

    fileprivate init(_ id: uid_t, _ path: String, lock: Int32) {
      (self.id, self.path, self.lock) = (id, path, lock)
    }

    deinit {
      unlink(path)
      // Closing is not enough: a child that is being started briefly has a copy of the descriptor.
      _ = flock(lock, LOCK_UN)
      close(lock)
    }
  }

  private static let prefix = "DataLayerWorkbook-user-"
  /// `/run` does not exist on macOS. On some systems root can write to neither.
  static let ofThisMachine = LearnerUsers(
    61_184...65_519,
    in: ["/run", "/var/run"].first { access($0, W_OK) == 0 } ?? TemporaryDirectory.url.path)

  private let range: ClosedRange<uid_t>
  private let folder: String
  private let next: Locked<uid_t>

  init(_ range: ClosedRange<uid_t>, in folder: String) {
    self.range = range
    self.folder = folder
    next = Locked(uid_t.random(in: range))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(Self.prefix) {
      // A stale file is deleted when its reservation is released.
      _ = uid_t(name.dropFirst(Self.prefix.count)).flatMap(reservation)
    }
  }

  /// Reserves a user who has no process. Throws if each user has one or is reserved.
  func reserve() throws(GradingError) -> Reservation {
    for _ in range {
      let id = next.withLock { next in
        defer { next = next == range.upperBound ? range.lowerBound : next + 1 }
        return next
      }
      // A program of a grader that was killed may still run.
      if let user = reservation(of: id), !ProcessTree.users().contains(id) { return user }
    }
    throw GradingError("No user between \(range.lowerBound) and \(range.upperBound) is free.")
  }

  private func reservation(of id: uid_t) -> Reservation? {
    let path = "\(folder)/\(Self.prefix)\(id)"
    let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    var (opened, named) = (stat(), stat())
    // A file that its grader has deleted meanwhile is no longer a lock.
    guard flock(file, LOCK_EX | LOCK_NB) == 0, fstat(file, &opened) == 0, lstat(path, &named) == 0,
      opened.st_ino == named.st_ino
    else {
      close(file)
      return nil
    }
    return Reservation(id, path, lock: file)
  }
}
