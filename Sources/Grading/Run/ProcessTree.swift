internal import Foundation

/// A program that was started in a session of its own, and all programs that it has started.
struct ProcessTree: Sendable {
  /// Also the id of its session and group.
  let root: pid_t
  /// A variable in the environment of all of them, as `NAME=value`; a program that leaves the session keeps it.
  private let mark: String?

  init(_ root: pid_t, mark: String? = nil) {
    self.root = root
    self.mark = mark
  }

  /// Ends all of them at once by SIGKILL.
  func end() {
    for process in descendants { kill(process, SIGKILL) }
    kill(-root, SIGKILL)
    kill(root, SIGKILL)
  }

  /// Ends what is left when the root has ended.
  func sweep() {
    kill(-root, SIGKILL)
    #if os(Linux)
      guard mark != nil else { return }
      // The second pass finds what was started during the first.
      for _ in 1...2 {
        for process in Self.all() where belongs(process) { kill(process, SIGKILL) }
      }
    #endif
  }

  /// The root and its descendants, nearest first.
  var processes: [pid_t] { [root] + descendants }

  private var descendants: [pid_t] {
    var found: [pid_t] = []
    var next = [root]
    while let process = next.popLast() {
      let ids = Self.children(of: process)
      found += ids
      next += ids
    }
    return found
  }

  #if os(Linux)
    private static func children(of process: pid_t) -> [pid_t] {
      // Each thread has children of its own.
      let tasks = "/proc/\(process)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.flatMap { thread in
        let text = try? String(contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
        return (text ?? "").split(separator: " ").compactMap { pid_t($0) }
      }
    }

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
  #else
    private static func children(of process: pid_t) -> [pid_t] {
      ProcessInformation.children(process)
    }
  #endif
}
