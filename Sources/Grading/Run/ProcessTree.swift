internal import Exercising
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

/// The usage of a process tree at a moment.
struct ProcessUsage: Sendable, Equatable {
  var residentBytes = 0
  /// Processor time since the root was started, of running processes and of those that were reaped.
  var cpuSeconds = 0.0
  /// Differs after a process has run. May fall: the time of a reaped child is less accurate.
  var activity = 0.0
  /// Whether a thread is runnable. Nil where the system does not report it.
  var isRunnable: Bool?
}

struct ProcessUsageMeter {
  let tree: ProcessTree
  /// The maximum so far.
  var cpuSeconds = 0.0
  /// The processor time of each process, by its id and start, even of one that was never reaped.
  var seconds: [[Int]: Double] = [:]
  #if os(macOS)
    var activity: UInt64 = 0
  #endif

}

extension ProcessTree {
  /// A thread that reports its frames on request.
  struct AskedThread {
    fileprivate let process: pid_t
    fileprivate let thread: pid_t
  }

  #if os(Linux)
    /// The threads of the program that report their frames, the main thread first. Or only the one
    /// that runs, or has run longest, repeated because some library code hides its callers. Empty
    /// if the program does not answer.
    func threads(running isRunning: Bool) -> [AskedThread] {
      // The root may be the program's starter.
      guard let node = nodes.first(where: { Self.answers($0.process) }) else { return [] }
      guard isRunning else {
        return node.threads.sorted().map { AskedThread(process: node.process, thread: $0) }
      }
      let running = node.threads.compactMap { thread -> (thread: pid_t, time: Int)? in
        let status = Procfs.Status("/proc/\(node.process)/task/\(thread)")
        guard let status, status.isRunnable else { return nil }
        return (thread, status.field(14) + status.field(15))
      }
      guard let longest = running.max(by: { $0.time < $1.time }) else { return [] }
      let asked = AskedThread(process: node.process, thread: longest.thread)
      return Array(repeating: asked, count: 100)
    }

    /// Whether a process has a handler for the request.
    private static func answers(_ process: pid_t) -> Bool {
      let status = String(decoding: Procfs.read("/proc/\(process)/status") ?? [], as: UTF8.self)
      guard let caught = status.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#),
        let signals = UInt64(caught.output.1, radix: 16)
      else { return false }
      return signals & (1 << UInt64(BacktraceHandler.request - 1)) != 0
    }
  #else
    func threads(running isRunning: Bool) -> [AskedThread] { [] }
  #endif
}

extension ProcessTree.AskedThread {
  /// Sends the request. Calls `tgkill`, looked up by name because Swift does not import it.
  func ask() {
    #if os(Linux)
      typealias Function = @convention(c) (pid_t, pid_t, Int32) -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "tgkill") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(process, thread, BacktraceHandler.request)
    #endif
  }
}
