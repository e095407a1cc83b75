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
  /// Resident memory.
  var residentBytes = 0
  /// Processor time since the root was started, of running processes and of those that were reaped.
  var cpuSeconds = 0.0
  /// Differs after a process has run. May fall, because the time of a child that was reaped is less
  /// accurate.
  var activity = 0.0
  /// Whether a thread is runnable. False while all threads wait, nil where the system does not
  /// report it.
  var isRunnable: Bool?
}

/// Measures a process tree repeatedly.
struct ProcessUsageMeter {
  let tree: ProcessTree
  /// The maximum so far.
  var cpuSeconds = 0.0
  /// The processor time of each process so far, by its id and start, because that of a process which
  /// ends without being reaped is lost.
  var seconds: [[Int]: Double] = [:]
  #if os(macOS)
    var activity: UInt64 = 0
  #endif

  init(_ tree: ProcessTree) { self.tree = tree }
}

extension ProcessTree {
  /// A thread that reports its frames on request.
  struct AskedThread {
    fileprivate let process: pid_t
    fileprivate let thread: pid_t
  }

  #if os(Linux)
    /// The threads of the program that report their frames.
    ///
    /// - Parameter isRunning: Whether to return only the running thread, or of several the one that
    ///   has run longest. It is repeated in the result, because some library code hides its
    ///   callers.
    /// - Returns: The threads, the main thread first. Empty if the program does not answer.
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
      let longest = running.max { $0.time < $1.time }
      return longest.map { longest in
        let asked = AskedThread(process: node.process, thread: longest.thread)
        return Array(repeating: asked, count: Self.samples)
      } ?? []
    }

    private static let samples = 100

    /// Whether a process has a handler for the request.
    private static func answers(_ process: pid_t) -> Bool {
      let status = String(decoding: Procfs.read("/proc/\(process)/status") ?? [], as: UTF8.self)
      guard let caught = status.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#),
        let signals = UInt64(caught.output.1, radix: 16)
      else { return false }
      return signals & (1 << UInt64(BacktraceHandler.request - 1)) != 0
    }
  #else
    /// Empty: programs do not answer.
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
