/// The usage of a process tree at a moment.
struct ProcessUsage: Sendable, Equatable {
  /// Resident memory.
  var residentBytes = 0
  /// Processor time since the root was started, of running processes and of those that were reaped.
  var cpuSeconds = 0.0
  /// Whether a thread is runnable. False while all threads wait, nil where the system does not report it.
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

#if os(Linux)
  internal import Foundation

  extension ProcessUsageMeter {
    mutating func measure() -> ProcessUsage {
      var usage = ProcessUsage()
      var isRunnable = false
      for node in tree.nodes {
        guard let status = Procfs.Status("/proc/\(node.process)") else { continue }
        usage.residentBytes += status.field(24) * Self.pageSize
        let ofChildren = status.field(16) + status.field(17)
        usage.cpuSeconds += Self.cpuSeconds(of: node.process, status)
        usage.cpuSeconds += Double(ofChildren) / Self.ticksPerSecond
        isRunnable = isRunnable || Self.isRunnable(node, status)
      }
      cpuSeconds = max(cpuSeconds, usage.cpuSeconds)
      usage.cpuSeconds = cpuSeconds
      usage.isRunnable = Self.canSeeChildren ? isRunnable : nil
      return usage
    }

    private static func isRunnable(_ node: ProcessTree.Node, _ status: Procfs.Status) -> Bool {
      guard node.threads.count > 1 else { return status.isRunnable }
      return node.threads.contains { thread in
        Procfs.Status("/proc/\(node.process)/task/\(thread)")?.isRunnable ?? false
      }
    }

    /// In nanoseconds, so that short activity is visible. In ticks where the clock is not available.
    private static func cpuSeconds(of process: pid_t, _ status: Procfs.Status) -> Double {
      var (clock, time) = (clockid_t(), timespec())
      guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
        return Double(status.field(14) + status.field(15)) / ticksPerSecond
      }
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// Without the lists of children, a program behind `unshare` is invisible.
    private static let canSeeChildren = FileManager.default.fileExists(
      atPath: "/proc/self/task/\(getpid())/children")
    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
  }
#endif
