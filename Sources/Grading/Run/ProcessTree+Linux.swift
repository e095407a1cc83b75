#if os(Linux)
  internal import Foundation

  extension ProcessTree {
    static func look(at process: pid_t) -> (node: Node, children: [pid_t]) {
      let threads = Procfs.numbers(in: "/proc/\(process)/task")
      // Each thread has its own children.
      let children = threads.flatMap { thread in
        let text = Procfs.read("/proc/\(process)/task/\(thread)/children") ?? []
        return text.split(separator: UInt8(ascii: " "))
          .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
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
      return Data(variables).range(of: Data(mark.utf8)) != nil
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
    static func read(_ path: String) -> [UInt8]? {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = Foundation.read(descriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? bytes : nil }
        bytes += chunk[..<count]
      }
    }

    /// The names in a folder that are numbers: processes, or the threads of one.
    static func numbers(in folder: String) -> [pid_t] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var numbers: [pid_t] = []
      while let entry = readdir(stream) {
        let number = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { pid_t(strtol($0, nil, 10)) }
        }
        if number > 0 { numbers.append(number) }
      }
      return numbers
    }

    /// The line in the file `stat` of a process or a thread (proc(5)).
    struct Status {
      /// A letter: field 3.
      let state: UInt8
      /// The fields after it, each with a space before it, and a zero byte.
      private let fields: [UInt8]

      init?(_ folder: String) {
        guard let line = Procfs.read("\(folder)/stat").map({ $0 + [0] }),
          // The name of the program is in parentheses and may contain any character.
          let end = Self.search(line, { start in strrchr(start, 0x29).map { $0 - start } }),
          line.count > end + 3
        else { return nil }
        state = line[end + 2]
        fields = Array(line[(end + 3)...])
      }

      /// Field `number` of proc(5), from 4 on.
      func field(_ number: Int) -> Int {
        let value = Self.search(fields) { start in
          var place = start
          for _ in 4...number {
            guard let space = strchr(place, 0x20) else { return 0 }
            place = space + 1
          }
          return strtol(place, nil, 10)
        }
        return value ?? 0
      }

      /// Calls a function of C, fast in a debug build too, with a text that ends with a zero.
      private static func search(
        _ text: [UInt8], _ body: (UnsafeMutablePointer<CChar>) -> Int?
      ) -> Int? {
        text.withUnsafeBytes { text in
          text.assumingMemoryBound(to: CChar.self).baseAddress.flatMap { body(.init(mutating: $0)) }
        }
      }

      /// Whether the thread runs, or waits for a processor or a disk.
      var isRunnable: Bool { !"STtZXI".utf8.contains(state) }
    }
  }
#endif
