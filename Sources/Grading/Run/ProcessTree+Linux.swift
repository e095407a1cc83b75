#if os(Linux)
  internal import Foundation

  extension ProcessTree {
    static func look(at process: pid_t) -> (node: Node, children: [pid_t]) {
      let threads = Procfs.numbers(in: "/proc/\(process)/task")
      // Each thread has its own children.
      let children = threads.flatMap { thread in
        let text = Procfs.read("/proc/\(process)/task/\(thread)/children") ?? Data()
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
      }
      return (Node(process: process, threads: threads), children)
    }

    static func users() -> Set<uid_t> {
      Set(
        Procfs.numbers(in: "/proc").compactMap { process in
          var folder = stat()
          return stat("/proc/\(process)", &folder) == 0 ? folder.st_uid : nil
        })
    }

    /// Ends processes that have left the group: those in the session or with the mark. A process
    /// that is replacing its program has no environment for a moment, so the search is repeated
    /// until each process has one, and once more for those that were started meanwhile.
    func sweepEscaped() {
      guard mark != nil else { return }
      var passesLeft = 2
      // About a second, for a process that waits for a processor on a busy machine.
      for _ in 1...1000 where passesLeft > 0 {
        var isComplete = true
        for process in Procfs.numbers(in: "/proc") where process != getpid() {
          switch belongs(process) {
          case true?: kill(process, SIGKILL)
          case false?: break
          case nil: isComplete = false
          }
        }
        // Only a parent is notified of the end of an `execve`, so this thread polls.
        if isComplete { passesLeft -= 1 } else { usleep(1000) }
      }
    }

    /// Whether a process is in the session or has the mark; nil while it replaces its program.
    private func belongs(_ process: pid_t) -> Bool? {
      if getsid(process) == root { return true }
      guard let mark, let variables = Procfs.read("/proc/\(process)/environ") else { return false }
      if variables.isEmpty, Self.isReplacingItsProgram(process) { return nil }
      return variables.range(of: Data(mark.utf8)) != nil
    }

    /// Whether a process that is younger than the grader has memory, but the system does not know
    /// yet where in it the environment is (proc(5): fields 22, 23 and 50).
    private static func isReplacingItsProgram(_ process: pid_t) -> Bool {
      guard let status = Procfs.Status("/proc/\(process)"), status.field(22) >= startOfTheGrader
      else { return false }
      var folder = stat()
      let isOwn = stat("/proc/\(process)", &folder) == 0 && folder.st_uid == geteuid()
      return isOwn && status.field(23) > 0 && status.field(50) == 0
    }

    private static let startOfTheGrader = Procfs.Status("/proc/self")?.field(22) ?? 0
  }

  extension ProcessUsage {
    mutating func measure() {
      (residentBytes, activity) = (0, 0)
      var isRunnable = false
      for node in tree.nodes {
        guard let status = Procfs.Status("/proc/\(node.process)") else { continue }
        residentBytes += status.field(24) * Self.pageSize
        let ofChildren = status.field(16) + status.field(17)
        let own = Self.cpuSeconds(of: node.process, status)
        seconds[[Int(node.process), status.field(22)]] = own
        activity += own + Double(ofChildren) / Self.ticksPerSecond
        isRunnable = isRunnable || Self.isRunnable(node, status)
      }
      cpuSeconds = max(cpuSeconds, activity, seconds.values.reduce(0, +))
      self.isRunnable = Self.canSeeChildren ? isRunnable : nil
    }

    private static func isRunnable(_ node: ProcessTree.Node, _ status: Procfs.Status) -> Bool {
      guard node.threads.count > 1 else { return status.isRunnable }
      return node.threads.contains { thread in
        Procfs.Status("/proc/\(node.process)/task/\(thread)")?.isRunnable ?? false
      }
    }

    /// In seconds: accurate to nanoseconds, or without the clock, to ticks.
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

  /// Files below `/proc`, which a monitor reads many times a second.
  enum Procfs {
    /// The content of a file. Nil if the process has ended.
    static func read(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    /// The names in a folder that are numbers: processes, or the threads of one.
    static func numbers(in folder: String) -> [pid_t] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
      return (names ?? []).compactMap { pid_t($0) }
    }

    /// The line in the file `stat` of a process or a thread (proc(5)).
    struct Status {
      /// From field 3 on.
      private let fields: [Substring.UTF8View]
      /// A letter: field 3.
      var state: Substring? { fields.first.map(Substring.init) }

      init?(_ folder: String) {
        guard let line = Procfs.read("\(folder)/stat"),
          // The program's name is in parentheses and may contain any bytes, even ones that merge
          // with a parenthesis into one Character.
          let end = line.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let text = String(decoding: line[end...].dropFirst(), as: UTF8.self)
        fields = text.utf8.split(separator: UInt8(ascii: " "))
      }

      /// Field `number` of proc(5), from 4 on.
      func field(_ number: Int) -> Int {
        number - 3 < fields.count ? Int(Substring(fields[number - 3])) ?? 0 : 0
      }

      /// Whether the thread runs, or waits for a processor or a disk.
      var isRunnable: Bool { !["S", "T", "t", "Z", "X", "I"].contains(state) }
    }
  }
#endif
