internal import Foundation

/// A process that leads a session, and its descendants.
struct ProcessTree: Sendable {
  struct Node {
    let process: pid_t
    /// Empty where the system does not report threads.
    let threads: [pid_t]
  }

  /// Also the id of its session and group.
  let root: pid_t
  /// A variable in the environment of all processes, as `NAME=value`. A process that leaves the session keeps it.
  private let mark: String?

  init(_ root: pid_t, mark: String? = nil) {
    self.root = root
    self.mark = mark
  }

  /// Ends all processes by SIGKILL.
  func end() {
    for node in nodes.dropFirst() { kill(node.process, SIGKILL) }
    kill(-root, SIGKILL)
    kill(root, SIGKILL)
  }

  /// Ends the remaining processes after the end of the root.
  func sweep() {
    kill(-root, SIGKILL)
    #if os(Linux)
      guard mark != nil else { return }
      // The second pass finds processes that were started during the first.
      for _ in 1...2 {
        for process in Procfs.numbers(in: "/proc") where belongs(process) { kill(process, SIGKILL) }
      }
    #endif
  }

  /// The root and its descendants, nearest first.
  var nodes: [Node] {
    var found: [Node] = []
    var next = [root]
    while let process = next.popLast() {
      #if os(Linux)
        let threads = Procfs.numbers(in: "/proc/\(process)/task")
        // Each thread has its own children.
        next += threads.flatMap { thread in
          let text = Procfs.read("/proc/\(process)/task/\(thread)/children") ?? []
          return text.split(separator: UInt8(ascii: " "))
            .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
        }
      #else
        let threads: [pid_t] = []
        next += ProcessInformation.children(process)
      #endif
      found.append(Node(process: process, threads: threads))
    }
    return found
  }

  #if os(Linux)
    private func belongs(_ process: pid_t) -> Bool {
      if getsid(process) == root { return true }
      guard let mark, let variables = Procfs.read("/proc/\(process)/environ") else { return false }
      return Data(variables).range(of: Data(mark.utf8)) != nil
    }
  #endif
}
