internal import Foundation

/// Reads what a program writes, and measures what it uses, until it has ended.
struct ProcessMonitor {
  private let tree: ProcessTree
  private let limits: Limits
  private var meter: ProcessUsageMeter
  private let started = ContinuousClock.now
  private var ready: (time: ContinuousClock.Instant, cpuSeconds: Double)?
  private var usage = ProcessUsage()
  private var measured = ContinuousClock.now
  private var stall: Stall?
  private var output: Stream
  private var errors: Stream
  private var events: Stream

  private struct Stream {
    let descriptor: Int32
    var bytes: [UInt8] = []
    var isOpen = true
  }

  /// Measurements in a row at which all threads waited and no processor time had passed.
  private struct Stall {
    let since: ContinuousClock.Instant
    let cpuSeconds: Double
    var count = 0
  }

  /// Between two measurements.
  private static let pause = Duration.milliseconds(4)
  /// So many measurements make a stall: on a busy machine two of them alone could be seconds apart.
  private static let stallCount = 100

  init(tree: ProcessTree, limits: Limits, output: Int32, errors: Int32, events: Int32) {
    self.tree = tree
    self.limits = limits
    meter = ProcessUsageMeter(tree)
    self.output = Stream(descriptor: output)
    self.errors = Stream(descriptor: errors)
    self.events = Stream(descriptor: events)
    if limits.startSeconds == nil { ready = (started, 0) }
    for descriptor in [output, errors, events] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Waits for the program's end, and ends it when it exceeds a limit.
  mutating func waitForEnd(isCancelled: () -> Bool) -> ProcessResult {
    var excess: TerminationReason?
    var hasEnded = false
    while !hasEnded {
      waitForOutput()
      hasEnded = isOver(WNOHANG)
      read()
      // A program that has ended exceeds no time, however late the grader looks at it.
      if !hasEnded { excess = outputExcess ?? usageExcess() ?? (isCancelled() ? .cancelled : nil) }
      if excess != nil {
        tree.end()
        hasEnded = isOver(0)
      }
    }
    // A cancellation ends programs by a signal, which looks like a crash.
    if isCancelled() { excess = .cancelled }
    // Before the root is waited for, while its id still belongs to it.
    tree.sweep()
    let status = reap()
    read()
    return ProcessResult(
      reason: excess ?? outputExcess ?? reason(status), output: output.bytes, errors: errors.bytes,
      events: events.bytes)
  }

  /// Whether the root has ended; it stays to be waited for.
  private func isOver(_ options: Int32) -> Bool {
    var facts = siginfo_t()
    let code = waitid(P_PID, id_t(tree.root), &facts, WEXITED | WNOWAIT | options)
    return code == 0 ? facts.si_signo != 0 : errno != EINTR
  }

  /// Takes the root's status, and its processor time where the system reports it.
  private mutating func reap() -> Int32 {
    var status: Int32 = 0
    #if os(Linux)
      var facts = rusage()
      while wait4(tree.root, &status, 0, &facts) < 0, errno == EINTR {}
      let times = [facts.ru_utime, facts.ru_stime]
      let seconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
      usage.cpuSeconds = max(usage.cpuSeconds, seconds)
    #else
      while waitpid(tree.root, &status, 0) < 0, errno == EINTR {}
    #endif
    return status
  }

  private var outputExcess: TerminationReason? {
    let printed = output.bytes.count + errors.bytes.count
    return max(printed, events.bytes.count) > limits.outputBytes ? .outputExceeded : nil
  }

  private mutating func usageExcess() -> TerminationReason? {
    let now = ContinuousClock.now
    guard now - measured >= Self.pause else { return nil }
    usage = meter.measure()
    measured = now
    if ready == nil, !events.bytes.isEmpty { ready = (now, usage.cpuSeconds) }
    if usage.residentBytes > limits.residentBytes { return .memoryExceeded }
    guard let ready else {
      let limit = limits.startSeconds ?? .infinity
      return (now - started).inSeconds > limit ? .notReady : nil
    }
    if usage.cpuSeconds - ready.cpuSeconds > limits.cpuSeconds { return .cpuTimeExceeded }
    if isStalled(at: now) { return .stalled }
    return (now - ready.time).inSeconds > limits.wallSeconds ? .wallTimeExceeded : nil
  }

  private mutating func isStalled(at now: ContinuousClock.Instant) -> Bool {
    guard !usage.isRunnable else {
      stall = nil
      return false
    }
    if stall?.cpuSeconds != usage.cpuSeconds {
      stall = Stall(since: now, cpuSeconds: usage.cpuSeconds)
    }
    stall?.count += 1
    guard let stall else { return false }
    return stall.count >= Self.stallCount && (now - stall.since).inSeconds >= limits.stallSeconds
  }

  private func waitForOutput() {
    var open = [output, errors, events].filter(\.isOpen).map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    // Where the system refuses to wait, the loop must not spin.
    if poll(&open, nfds_t(open.count), 4) < 0, errno != EINTR { poll(nil, 0, 4) }
  }

  private mutating func read() {
    Self.read(&output, atMost: limits.outputBytes)
    Self.read(&errors, atMost: limits.outputBytes)
    Self.read(&events, atMost: limits.outputBytes)
  }

  /// Reads what is there, and at most one chunk more than is allowed.
  private static func read(_ stream: inout Stream, atMost limit: Int) {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while stream.isOpen, stream.bytes.count <= limit {
      let count = Foundation.read(stream.descriptor, &chunk, chunk.count)
      guard count > 0 else {
        stream.isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return
      }
      stream.bytes += chunk[..<count]
    }
  }

  private func reason(_ status: Int32) -> TerminationReason {
    let signal = status & 0x7F
    guard signal != 0 else { return .exited((status >> 8) & 0xFF) }
    // The system enforces the limit too, in case the grader looks too late.
    let isLimit =
      signal == Self.cpuLimitSignal || signal == SIGKILL && usage.cpuSeconds > limits.cpuSeconds
    return isLimit ? .cpuTimeExceeded : .signaled(signal)
  }

  /// SIGXCPU, on both systems.
  private static let cpuLimitSignal: Int32 = 24
}
