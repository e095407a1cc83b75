internal import Foundation

/// A program that was started in a session of its own, and all that it has started.
struct ProcessTree: Sendable {
  /// Also the id of its session and group.
  let root: pid_t
  /// What stands in the environment of all of it, as `NAME=value`; whoever leaves the session keeps it.
  private let mark: String?

  init(_ root: pid_t, mark: String? = nil) {
    self.root = root
    self.mark = mark
  }

  /// Ends all of it at once, by a signal that nobody can ignore.
  func end() {
    for process in descendants { kill(process, SIGKILL) }
    kill(-root, SIGKILL)
    kill(root, SIGKILL)
  }

  /// Ends what is left of it when the root has ended.
  func sweep() {
    kill(-root, SIGKILL)
    #if os(Linux)
      guard mark != nil else { return }
      // A second look finds what was started during the first.
      for _ in 1...2 {
        for process in Self.all() where belongs(process) { kill(process, SIGKILL) }
      }
    #endif
  }

  /// Memory that it uses now, in bytes; 0 where the system does not tell.
  var residentBytes: Int {
    #if os(Linux)
      ([root] + descendants).reduce(0) { sum, process in
        let words = Self.text("/proc/\(process)/statm")?.split(separator: " ")
        return sum + (words?.dropFirst().first.flatMap { Int($0) } ?? 0) * Self.pageSize
      }
    #else
      0
    #endif
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// What it has started and what those have started, nearest first.
  private var descendants: [pid_t] {
    var found: [pid_t] = []
    var next = [root]
    while let process = next.popLast() {
      // Each thread has children of its own.
      let tasks = "/proc/\(process)/task"
      for thread in (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] {
        let children = Self.text("\(tasks)/\(thread)/children") ?? ""
        let ids = children.split(separator: " ").compactMap { pid_t($0) }
        found += ids
        next += ids
      }
    }
    return found
  }

  #if os(Linux)
    private static func all() -> [pid_t] {
      let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return entries.compactMap { pid_t($0) }
    }

    private func belongs(_ process: pid_t) -> Bool {
      if getsid(process) == root { return true }
      guard let mark,
        let variables = FileManager.default.contents(atPath: "/proc/\(process)/environ")
      else { return false }
      return variables.range(of: Data(mark.utf8)) != nil
    }
  #endif

  private static func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }
}
