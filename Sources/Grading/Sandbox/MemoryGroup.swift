internal import Foundation

/// A control group of Linux, which limits all memory that a program causes: its own, and also files in memory, pipes and
/// what the system keeps for it, which no process maps.
///
/// The grader holds a lock on the group's folder while it has one. A group without a lock is stale, because its grader was
/// killed, and ``sweep(_:)`` removes it.
final class MemoryGroup: Sendable {
  /// A group that may have groups for programs in it.
  struct Parent: Sendable, Hashable {
    let folder: String
    /// Whether it belongs to the unified hierarchy (cgroups(7), version 2).
    let isUnified: Bool

    /// The files of a group and what is written into them, in this order.
    func limits(_ bytes: Int) -> [(file: String, value: Int)] {
      isUnified
        ? [("memory.max", bytes), ("memory.swap.max", 0)]
        : [("memory.limit_in_bytes", bytes), ("memory.memsw.limit_in_bytes", bytes)]
    }

    fileprivate var events: String { isUnified ? "memory.events" : "memory.oom_control" }
  }

  private static let prefix = "DataLayerWorkbook-"
  private static let cached = Cached<Parent?>()

  let folder: String
  private let parent: Parent
  private let lock: Int32

  /// A group with a limit, as a group of this process's own or beside it.
  ///
  /// - Returns: Nil where the system has no groups that the grader may make.
  convenience init?(limit bytes: Int) {
    guard let parent = Self.usableParent else { return nil }
    self.init(in: parent, limit: bytes)
  }

  init?(in parent: Parent, limit bytes: Int) {
    self.parent = parent
    folder = "\(parent.folder)/\(Self.prefix)\(UUID().uuidString)"
    // A group has no lock for a moment, in which another grader would take it for a stale one.
    let unswept = Self.lock(parent, LOCK_SH)
    defer { close(unswept) }
    guard mkdir(folder, 0o755) == 0 else { return nil }
    lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 else { return nil }
    // The second file of each hierarchy does not exist where the system does not count swapped memory.
    let isLimited = parent.limits(bytes).map { file, value in
      (try? Data("\(value)".utf8).write(to: URL(filePath: "\(folder)/\(file)"))) != nil
    }
    guard isLimited[0] else { return nil }
  }

  /// Removes the group. Its processes have ended or were killed, which takes a moment on a busy machine, and the system has
  /// no event that says so for both versions.
  deinit {
    var rounds = 1000
    while rounds > 0, rmdir(folder) != 0, POSIXErrorCode(rawValue: errno) == .EBUSY {
      rounds -= 1
      Thread.sleep(forTimeInterval: 0.001)
    }
    if lock >= 0 { close(lock) }
  }

  /// Whether the system has ended a process of the group because the group had reached its limit.
  var hasOverflowed: Bool {
    let text = try? String(contentsOfFile: "\(folder)/\(parent.events)", encoding: .utf8)
    let count = text?.split(separator: "\n").first { $0.hasPrefix("oom_kill ") }?.dropFirst(9)
    return count.flatMap { Int($0) } ?? 0 > 0
  }

  /// The parent of the groups, which is determined once per process. A program is started in a group there to test it.
  static var usableParent: Parent? {
    cached.value {
      #if os(Linux)
        Self.parents(of: "/proc/self").first { parent in
          sweep(parent)
          guard let group = MemoryGroup(in: parent, limit: 1 << 26) else { return false }
          let command = Command(
            program: BuildFolder.beside.starter,
            arguments: ["group", group.folder, "--", "/bin/true"])
          return (try? ChildRunner().run(command, limits: Limits()))?.reason == .exited(0)
        }
      #else
        nil
      #endif
    }
  }

  /// Locks a parent until the descriptor is closed: shared while a group is made, exclusive while stale ones are removed.
  private static func lock(_ parent: Parent, _ operation: Int32) -> Int32 {
    let file = open(parent.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = flock(file, operation)
    return file
  }

  /// Removes the groups of graders that were killed.
  static func sweep(_ parent: Parent) {
    let whole = lock(parent, LOCK_EX)
    defer { close(whole) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let lock = open("\(parent.folder)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { rmdir("\(parent.folder)/\(name)") }
      close(lock)
    }
  }

  /// Where groups may be possible, nearest first.
  ///
  /// In the unified hierarchy a group has either processes or groups whose memory is counted, so there the parent is one
  /// around this process's own.
  ///
  /// - Parameter process: A folder with the files `mountinfo` and `cgroup`.
  /// - Returns: The groups that are seen in a hierarchy.
  static func parents(of process: String) -> [Parent] {
    let mounts = lines(of: "\(process)/mountinfo").compactMap(Mount.init)
    return lines(of: "\(process)/cgroup").flatMap { line -> [Parent] in
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "0" || parts[1].split(separator: ",").contains("memory")
      else { return [] }
      let isUnified = parts[0] == "0"
      return mounts.filter { $0.isUnified == isUnified }.flatMap { mount -> [Parent] in
        let folders = mount.folders(of: String(parts[2]))
          .map { Parent(folder: $0, isUnified: isUnified) }
        return isUnified ? folders.filter(countsMemoryOfItsGroups) : Array(folders.prefix(1))
      }
    }
  }

  private static func countsMemoryOfItsGroups(_ parent: Parent) -> Bool {
    lines(of: "\(parent.folder)/cgroup.subtree_control").first?.split(separator: " ")
      .contains("memory") ?? false
  }

  private static func lines(of file: String) -> [Substring] {
    ((try? String(contentsOfFile: file, encoding: .utf8)) ?? "").split(separator: "\n")
  }

  /// A hierarchy in the file system: a line of `/proc/self/mountinfo` (proc(5)).
  private struct Mount {
    /// The group that is seen in the folder.
    let root: String
    let folder: String
    let isUnified: Bool

    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard let dash = words.firstIndex(of: "-"), words.count > dash + 3 else { return nil }
      isUnified = words[dash + 1] == "cgroup2"
      let options = words[dash + 3].split(separator: ",")
      guard isUnified || words[dash + 1] == "cgroup" && options.contains("memory") else {
        return nil
      }
      (root, folder) = (words[3] == "/" ? "" : String(words[3]), String(words[4]))
    }

    /// The folders of a group and of those around it. Empty if the group is not seen.
    func folders(of group: String) -> [String] {
      guard group.hasPrefix(root), !group.contains("/..") else { return [] }
      var names = group.dropFirst(root.count).split(separator: "/")
      var folders: [String] = []
      while true {
        folders.append(([folder[...]] + names).joined(separator: "/"))
        guard names.popLast() != nil else { return folders }
      }
    }
  }
}
