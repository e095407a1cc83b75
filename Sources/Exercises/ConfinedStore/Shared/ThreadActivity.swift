internal import Concurrency
internal import Foundation

/// Whether the threads of this process wait, as the system reports it.
///
/// A waiting thread does nothing until another thread or a timer wakes it. So the result does not
/// depend on the speed of the machine, unlike a time limit.
enum ThreadActivity {
  /// A thread, as the system identifies it.
  typealias ID = UInt64

  static var current: ID {
    #if canImport(Darwin)
      // Looked up by name, like the functions below.
      typealias Function = @convention(c) (OpaquePointer?, UnsafeMutablePointer<UInt64>) -> Int32
      var number: UInt64 = 0
      if let symbol = dlsym(dlopen(nil, RTLD_NOW), "pthread_threadid_np") {
        _ = unsafeBitCast(symbol, to: Function.self)(nil, &number)
      }
      return number
    #else
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      return link?.split(separator: "/").last.flatMap { UInt64($0) } ?? 0
    #endif
  }

  /// Whether a thread waited during this call, or has ended.
  static func isWaiting(_ thread: ID) -> Bool {
    guard let look = Look(thread) else { return true }
    return look.isWaiting && look == Look(thread)
  }

  /// How a thread fails to wait, with a timer or without: `wakes up` or `is busy`. Nil if it waits,
  /// unchanged in twenty samples in a row.
  static func unrest(of thread: ID) -> String? {
    let longest = 0.05 + (cpuSeconds(of: thread) ?? 0)
    var last = Look(thread)
    var (looks, quietLooks) = (0, 0)
    while looks < 60, quietLooks < 20 {
      poll(nil, 0, 1)
      let look = Look(thread)
      // Not counted, since on a busy machine a thread may run for long before it waits.
      let isRunning = look?.isWaiting == false
      if isRunning, (cpuSeconds(of: thread) ?? 0) > longest { return "is busy" }
      if !isRunning { looks += 1 }
      quietLooks = look == last && !isRunning ? quietLooks + 1 : 0
      last = look
    }
    return quietLooks < 20 ? "wakes up" : nil
  }

  /// Whether all other threads waited at some time in this call, or the system does not report it.
  static func othersWait() -> Bool {
    #if os(Linux)
      let looks = lookAtOthers()
      // A thread that is the same in both samples did not run in between and woke no other thread.
      return looks.allSatisfy(\.isWaiting) && looks == lookAtOthers()
    #else
      guard let first = runnableThreads(), let second = runnableThreads() else { return true }
      return first.count <= 1 && second.count <= 1 && first.switches == second.switches
    #endif
  }
}

#if os(Linux)
  extension ThreadActivity {
    /// The processor time of a thread, in seconds. Nil if it has ended.
    static func cpuSeconds(of thread: ID) -> Double? {
      guard let text = text("stat", of: thread), let end = text.lastIndex(of: ")") else {
        return nil
      }
      let ticks = text[text.index(after: end)...].split(separator: " ").dropFirst(11).prefix(2)
      return ticks.reduce(0) { $0 + (Double($1) ?? 0) } / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static let folder = "/proc/self/task"

    private static func text(_ file: String, of thread: ID) -> String? {
      try? String(contentsOfFile: "\(folder)/\(thread)/\(file)", encoding: .utf8)
    }

    private static func lookAtOthers() -> [Look] {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let own = current
      return threads.compactMap { ID($0) }.sorted().filter { $0 != own }.compactMap { Look($0) }
    }

    /// The lines of a thread's state and of its context switches. They change whenever it runs.
    struct Look: Equatable {
      private let thread: ID
      private let lines: [Substring]

      /// Nil if the thread has ended.
      init?(_ thread: ID) {
        guard let text = text("status", of: thread) else { return nil }
        self.thread = thread
        // Bytes are several times faster than characters, and looks are many.
        lines = text.utf8.split(separator: UInt8(ascii: "\n")).filter { line in
          ["State:", "voluntary", "nonvoluntary"].contains { line.starts(with: $0.utf8) }
        }.map { Substring($0) }
      }

      /// `false` for a thread that waits for a disk or a processor.
      var isWaiting: Bool {
        let state = lines.first?.dropFirst(6).first { !$0.isWhitespace }
        return ["S", "T", "t", "Z", "X"].contains(state)
      }
    }
  }
#else
  extension ThreadActivity {
    static func cpuSeconds(of thread: ID) -> Double? {
      Look(thread).map { Double($0.nanoseconds) / 1e9 }
    }

    /// The threads that run or wait for a processor, and how often threads were switched:
    /// `proc_taskinfo` of <sys/proc_info.h>.
    private static func runnableThreads() -> (count: Int32, switches: Int32)? {
      information(4, 0, size: 96).map { (count: $0[22], switches: $0[20]) }
    }

    /// `proc_threadinfo` of <sys/proc_info.h>. It changes whenever the thread runs.
    struct Look: Equatable {
      fileprivate let nanoseconds: UInt64
      let isWaiting: Bool

      init?(_ thread: ID) {
        guard let words = information(15, thread, size: 112) else { return nil }
        let times = [0, 2].map { index in
          UInt64(UInt32(bitPattern: words[index]))
            | UInt64(UInt32(bitPattern: words[index + 1])) << 32
        }
        nanoseconds = times[0] &+ times[1]
        // TH_STATE_RUNNING
        isWaiting = words[6] != 1
      }
    }

    /// The result of `proc_pidinfo` in <libproc.h> as words, or nil.
    ///
    /// Looked up by name, because not every SDK's module map has that header.
    private static func information(_ flavor: Int32, _ argument: UInt64, size: Int32) -> [Int32]? {
      typealias Function =
        @convention(c) (pid_t, Int32, UInt64, UnsafeMutableRawPointer?, Int32) -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "proc_pidinfo") else { return nil }
      var words = [Int32](repeating: 0, count: Int(size) / 4)
      let count = unsafeBitCast(symbol, to: Function.self)(getpid(), flavor, argument, &words, size)
      return count == size ? words : nil
    }
  }
#endif
