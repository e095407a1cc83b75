#if os(macOS)
  internal import Foundation

  extension ProcessTree {
    static func look(at process: pid_t) -> (node: Node, children: [pid_t]) {
      (Node(process: process, threads: []), ProcessInformation.children(process))
    }

    /// Empty: the users of other processes are not looked at.
    static func users() -> Set<uid_t> { [] }

    /// Has no effect: the system does not report the environment of other processes.
    func sweepEscaped() {}
  }

  extension ProcessUsage {
    mutating func measure() {
      (residentBytes, activity) = (0, 0)
      var runnableTime: UInt64 = 0
      var isComplete = true
      for node in tree.nodes {
        guard let facts = ProcessInformation(node.process) else {
          isComplete = false
          continue
        }
        residentBytes += Int(clamping: facts.footprint)
        seconds[[Int(node.process), facts.start]] = facts.cpuSeconds
        activity += facts.cpuSeconds + facts.cpuSecondsOfChildren
        runnableTime &+= facts.runnableTime
      }
      cpuSeconds = max(cpuSeconds, activity, seconds.values.reduce(0, +))
      isRunnable = !isComplete || runnableTime != self.runnableTime
      self.runnableTime = runnableTime
    }
  }

  /// The usage of a process from `proc_pid_rusage` (`rusage_info_v4` of <sys/resource.h>).
  /// Functions are looked up by name, because not every SDK's module map has <libproc.h>.
  struct ProcessInformation {
    let footprint: UInt64
    let cpuSeconds: Double
    /// Of the children that were reaped.
    let cpuSecondsOfChildren: Double
    /// A time that tells processes with the same id apart.
    let start: Int
    /// Grows while a thread of the process runs or waits for a processor.
    let runnableTime: UInt64

    init?(_ process: pid_t) {
      // Larger than the structure, which newer systems extend at its end.
      var words = [UInt64](repeating: 0, count: 64)
      guard let usage = Self.usage, usage(process, Self.version4, &words) == 0 else { return nil }
      // The first two words are an identifier of 16 bytes.
      let field = { (index: Int) in words[index + 2] }
      footprint = field(7)
      let (ticks, ticksOfChildren) = (field(0) &+ field(1), field(10) &+ field(11))
      cpuSeconds = Double(ticks) / Self.ticksPerSecond
      cpuSecondsOfChildren = Double(ticksOfChildren) / Self.ticksPerSecond
      start = Int(truncatingIfNeeded: field(8))
      runnableTime = field(34) &+ ticks &+ ticksOfChildren
    }

    static func children(_ process: pid_t) -> [pid_t] {
      guard let list else { return [] }
      var ids = [pid_t](repeating: 0, count: 4096)
      let size = Int32(ids.count * MemoryLayout<pid_t>.stride)
      let count = list(process, &ids, size)
      return Array(ids.prefix(Int(max(count, 0))).prefix { $0 > 0 })
    }

    private static let version4: Int32 = 4

    /// Times are in units of `mach_absolute_time`.
    private static let ticksPerSecond: Double = {
      typealias Timebase = @convention(c) (UnsafeMutablePointer<UInt32>) -> Int32
      var ratio: [UInt32] = [1, 1]
      if let symbol = symbol("mach_timebase_info") {
        _ = unsafeBitCast(symbol, to: Timebase.self)(&ratio)
      }
      return 1e9 * Double(ratio[1]) / Double(ratio[0])
    }()

    private typealias Usage = @convention(c) (pid_t, Int32, UnsafeMutablePointer<UInt64>) -> Int32
    private typealias List = @convention(c) (pid_t, UnsafeMutablePointer<pid_t>, Int32) -> Int32
    private static let usage = symbol("proc_pid_rusage").map { unsafeBitCast($0, to: Usage.self) }
    private static let list = symbol("proc_listchildpids").map { unsafeBitCast($0, to: List.self) }

    private static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
      dlsym(dlopen(nil, RTLD_NOW), name)
    }
  }
#endif
