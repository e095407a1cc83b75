/// What a process tree uses at a moment.
struct ProcessUsage: Sendable, Equatable {
  /// Resident memory.
  var residentBytes = 0
  /// Processor time since the root was started, of the processes that live and of those that were waited for.
  var cpuSeconds = 0.0
  /// Whether some thread runs or could run. False while all of them wait; true where the system does not say.
  var isRunnable = true
}

/// Measures a process tree from time to time.
struct ProcessUsageMeter {
  let tree: ProcessTree
  /// The largest yet: a process that ends without being waited for takes its time with it.
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
      var usage = ProcessUsage(isRunnable: !Self.canSeeChildren)
      for process in tree.processes {
        guard let fields = Self.fields("/proc/\(process)/stat"), fields.count > 21 else { continue }
        usage.residentBytes += (Int(fields[21]) ?? 0) * Self.pageSize
        usage.cpuSeconds +=
          fields[11...14].reduce(0) { $0 + (Double($1) ?? 0) } / Self.ticksPerSecond
        usage.isRunnable = usage.isRunnable || Self.isRunnable(process)
      }
      cpuSeconds = max(cpuSeconds, usage.cpuSeconds)
      usage.cpuSeconds = cpuSeconds
      return usage
    }

    /// Whether a thread of a process runs, waits for a processor or for a disk.
    private static func isRunnable(_ process: pid_t) -> Bool {
      let tasks = "/proc/\(process)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.contains { thread in
        guard let state = fields("\(tasks)/\(thread)/stat")?.first else { return false }
        return !["S", "T", "t", "Z", "X"].contains(state)
      }
    }

    /// The fields after the program's name, from the state on (proc(5), field 3).
    private static func fields(_ path: String) -> [Substring]? {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let end = text.lastIndex(of: ")")
      else { return nil }
      return text[text.index(after: end)...].split(separator: " ")
    }

    /// Without the lists of children a program behind `unshare` could not be seen.
    private static let canSeeChildren = FileManager.default.fileExists(
      atPath: "/proc/self/task/\(getpid())/children")
    private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    private static let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
  }
#endif
