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
  /// A variable in the environment of all processes, as `NAME=value`, even outside the session.
  var mark: String?
  /// A user that has no other processes.
  var user: uid_t?

  func end() {
    for node in nodes.dropFirst() { kill(node.process, SIGKILL) }
    kill(-root, SIGKILL)
    kill(root, SIGKILL)
  }

  /// Ends the remaining processes after the end of the root.
  func sweep() {
    kill(-root, SIGKILL)
    guard let user else { return sweepEscaped() }
    // The starter becomes that user and ends all in one system call, so that none starts meanwhile.
    let starter = BuildFolder.beside.starter
    _ = try? SpawnedProcess(starter, ["end", "\(user)"], environment: [:], descriptors: []).reap()
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

/// The usage of the processes of a tree, which ``measure()`` updates.
struct ProcessUsage: Sendable {
  let tree: ProcessTree
  var residentBytes = 0
  /// The largest processor time since the root was started, also of processes that have ended.
  var cpuSeconds = 0.0
  /// Differs after a process has run. May fall: the time of a reaped child is less accurate.
  var activity = 0.0
  /// Whether a thread is runnable. Nil where the system does not report it.
  var isRunnable: Bool?
  /// The processor time of each process, by its id and start, even of one that was never reaped.
  var seconds: [[Int]: Double] = [:]
  #if os(macOS)
    var runnableTime: UInt64 = 0
  #endif

  init(of tree: ProcessTree) { self.tree = tree }
}
