internal import Concurrency
internal import Foundation

/// What a process that was killed while it wrote leaves beside the file: `.dat.nosync2a.7c3f…`, with the
/// process's number in base 16, as Foundation names its own, then something random.
enum Leftovers {
  private static let prefix = ".dat.nosync"

  /// The names that this process writes under at the moment. In a container each run of a program may have
  /// the same number, so that alone does not say which run left a file.
  private static let inUse = Locked<Set<String>>([])

  /// Gives a new name that is not taken for a leftover until `body` is done.
  static func withName<Result>(
    _ random: UInt64, _ body: (String) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let name = name(random)
    inUse.withLock { _ = $0.insert(name) }
    defer { inUse.withLock { _ = $0.remove(name) } }
    return try body(name)
  }

  /// What this process calls a file that it is writing.
  static func name(_ random: UInt64) -> String {
    "\(prefix)\(String(getpid(), radix: 16)).\(String(random, radix: 16))"
  }

  /// Removes those that nobody is writing any more.
  static func clear(beside path: String) {
    let (directory, _) = path.splitPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) && !isBeingWritten(name) {
      unlink(directory.appendingPath(name))
    }
  }

  /// Whether it belongs to a living process, or is no name of ours.
  private static func isBeingWritten(_ name: String) -> Bool {
    let number = name.dropFirst(prefix.count).prefix { $0 != "." }
    guard let process = Int32(number, radix: 16), process > 0 else { return true }
    if process == getpid() { return inUse.withLock { $0.contains(name) } }
    return kill(process, 0) == 0 || errno != ESRCH
  }
}
