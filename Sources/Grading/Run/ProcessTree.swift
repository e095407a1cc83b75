internal import Foundation
internal import Processes

/// A process that leads a session, and its descendants.
struct ProcessTree: Sendable {
  struct Node {
    let process: pid_t
    /// Empty where the system does not report threads.
    let threads: [pid_t]
  }

  /// Also the id of its session and group.
  let root: pid_t
  /// A variable in the environment of all processes, as `NAME=value`. A process that leaves the
  /// session keeps it.
  let mark: String?

  /// A user that has no other processes.
  let user: uid_t?

  init(_ root: pid_t, mark: String? = nil, user: uid_t? = nil) {
    self.root = root
    self.mark = mark
    self.user = user
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
    if let user { Self.endAll(of: user) } else { sweepEscaped() }
  }

  /// Ends all processes of a user in one system call, so that none starts meanwhile. The starter
  /// becomes that user for the call.
  private static func endAll(of user: uid_t) {
    let starter = BuildFolder.beside.starter
    _ = try? SpawnedProcess(starter, ["end", "\(user)"], environment: [:], descriptors: [])
      .reap()
  }

  /// The root and its descendants, each after its parent.
  var nodes: [Node] {
    var found: [Node] = []
    var next = [root]
    while let process = next.popLast() {
      let (node, children) = Self.look(at: process)
      next += children
      found.append(node)
    }
    return found
  }
}

/// The usage of a process tree at a moment.
struct ProcessUsage: Sendable, Equatable {
  /// Resident memory.
  var residentBytes = 0
  /// Processor time since the root was started, of running processes and of those that were reaped.
  var cpuSeconds = 0.0
  /// Whether a thread is runnable. False while all threads wait, nil where the system does not
  /// report it.
  var isRunnable: Bool?
}

/// Measures a process tree repeatedly.
struct ProcessUsageMeter {
  let tree: ProcessTree
  /// The maximum so far, because the time of a process that ends without being reaped is lost.
  var cpuSeconds = 0.0
  #if os(macOS)
    var activity: UInt64 = 0
  #endif

  init(_ tree: ProcessTree) {
    self.tree = tree
  }
}
