internal import Foundation
internal import Processes

/// Reads the output of a program and measures its usage until it has ended.
struct ProcessMonitor {
  private let process: SpawnedProcess
  private let tree: ProcessTree
  private let limits: Limits
  private var meter: ProcessUsageMeter
  /// The processor time when it was started. Nil until then.
  private var cpuAtStart: Double?
  private var usage = ProcessUsage()
  private var measured = ContinuousClock.now
  private var pause = Self.shortestPause
  private var waiting = WaitingTime()
  /// A descriptor that becomes readable at the program's end. Nil where the system has none.
  private let end: Int32?
  private var output: Stream
  private var errors: Stream
  private var events: Stream
  private var start: Stream
  private var backtrace: Stream
  private var feed: ScriptFeed?

  private struct Stream {
    let handle: FileHandle
    var bytes: [UInt8] = []
    var isOpen = true
  }

  /// The times between two measurements: the first and the longest.
  private static let shortestPause = Duration.milliseconds(2)
  private static let longestPause = Duration.milliseconds(20)
  /// The processor time and the wait for a backtrace, in seconds: less than the second after which
  /// the system ends the program. One in five requests finds the learner's frames, and beside other
  /// work each takes 20 ms.
  private static let backtraceSeconds = 0.9
  private static let backtraceBytes = 256 * 1024

  /// `streams` are the reading ends of its output, errors, events, start and backtrace.
  init(
    _ process: SpawnedProcess, tree: ProcessTree, limits: Limits, streams: [FileHandle],
    feed: ScriptFeed?
  ) {
    self.process = process
    self.tree = tree
    self.limits = limits
    meter = ProcessUsageMeter(tree)
    output = Stream(handle: streams[0])
    errors = Stream(handle: streams[1])
    events = Stream(handle: streams[2])
    start = Stream(handle: streams[3])
    backtrace = Stream(handle: streams[4])
    self.feed = feed
    if limits.startSeconds == nil { cpuAtStart = 0 }
    end = Self.descriptorOfEnd(process.id)
    for descriptor in streams.map(\.fileDescriptor) {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Waits for the program's end, and ends it if it exceeds a limit or is cancelled. `send` receives
  /// the lines of its standard input, and nil at their end.
  mutating func waitForEnd(isCancelled: () -> Bool, send: (String?) -> Void) -> ProcessResult {
    var excess: TerminationReason?
    var hasEnded = false
    while !hasEnded {
      waitForOutput()
      hasEnded = process.hasEnded
      let count = events.bytes.count
      read()
      for text in feed?.answers(to: events.bytes[count...]) ?? [] { send(text) }
      // A program that has ended exceeds no time limit, however late it is measured.
      if !hasEnded { excess = outputExcess ?? usageExcess() ?? (isCancelled() ? .cancelled : nil) }
      if let excess {
        if excess.isTimeout { readBacktraces(ofRunning: excess == .cpuTimeExceeded) }
        tree.end()
        process.awaitEnd()
        hasEnded = true
      }
    }
    // A cancelled program was ended by a signal, which would be reported as a crash.
    if isCancelled() { excess = .cancelled }
    // Before the root is reaped, while its id still belongs to it.
    tree.sweep()
    let (exit, seconds) = process.reap()
    usage.cpuSeconds = max(usage.cpuSeconds, seconds)
    if let end { close(end) }
    read()
    return ProcessResult(
      reason: excess ?? outputExcess ?? reason(exit), output: output.bytes, errors: errors.bytes,
      events: events.bytes, start: start.bytes, backtrace: backtrace.bytes,
      seconds: usage.cpuSeconds + waiting.inAll)
  }

  /// Requests backtraces from the threads of a program that has exceeded a time limit.
  private mutating func readBacktraces(ofRunning isRunning: Bool) {
    let limit = usage.cpuSeconds + waiting.inAll + Self.backtraceSeconds
    for thread in tree.threads(running: isRunning) {
      let before = backtrace.bytes.count
      thread.ask()
      repeat {
        poll(nil, 0, 1)
        _ = usageExcess()
        Self.read(&backtrace, atMost: Self.backtraceBytes)
        if usage.cpuSeconds + waiting.inAll > limit || process.hasEnded { return }
      } while backtrace.isOpen && !Backtrace.isComplete(backtrace.bytes[before...])
      if isRunning, Backtrace(backtrace.bytes[before...]).threads.contains(where: { !$0.isEmpty }) {
        return
      }
    }
  }

  private var outputExcess: TerminationReason? {
    let printed = output.bytes.count + errors.bytes.count
    return max(printed, events.bytes.count) > limits.outputBytes ? .outputExceeded : nil
  }

  private mutating func usageExcess() -> TerminationReason? {
    let now = ContinuousClock.now
    guard now - measured >= pause else { return nil }
    usage = meter.measure()
    waiting.add(now - measured, usage: usage)
    measured = now
    pause = min(pause * 2, Self.longestPause)
    if usage.residentBytes > limits.residentBytes { return .memoryExceeded }
    if cpuAtStart == nil, !start.bytes.isEmpty {
      cpuAtStart = usage.cpuSeconds
      waiting.inAll = 0
    }
    guard let cpuAtStart else {
      let limit = limits.startSeconds ?? .infinity
      return max(waiting.inAll, usage.cpuSeconds) > limit ? .notReady : nil
    }
    if usage.cpuSeconds - cpuAtStart > limits.cpuSeconds { return .cpuTimeExceeded }
    if waiting.inARow > limits.stallSeconds { return .stalled }
    return waiting.inAll > limits.waitSeconds ? .waitTimeExceeded : nil
  }

  /// Waits until there is output, until the program ends, or until the next measurement.
  private func waitForOutput() {
    let open = [output, errors, events, start].filter(\.isOpen).map(\.handle.fileDescriptor)
    var polled = (open + [end].compactMap(\.self)).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = Int32(max(1, (pause.inSeconds * 1000).rounded(.up)))
    // If `poll` fails, the loop must not spin.
    if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR {
      poll(nil, 0, milliseconds)
    }
  }

  private mutating func read() {
    let before = byteCount
    defer { if byteCount != before { waiting.inARow = 0 } }
    Self.read(&output, atMost: limits.outputBytes)
    Self.read(&errors, atMost: limits.outputBytes)
    Self.read(&events, atMost: limits.outputBytes)
    Self.read(&start, atMost: limits.outputBytes)
    Self.read(&backtrace, atMost: Self.backtraceBytes)
  }

  private var byteCount: Int { output.bytes.count + errors.bytes.count + events.bytes.count }

  /// Reads the available bytes, up to one chunk more than the limit.
  private static func read(_ stream: inout Stream, atMost limit: Int) {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while stream.isOpen, stream.bytes.count <= limit {
      let count = Foundation.read(stream.handle.fileDescriptor, &chunk, chunk.count)
      guard count > 0 else {
        stream.isOpen = count < 0 && (errno == EAGAIN || errno == EINTR)
        return
      }
      stream.bytes += chunk[..<count]
    }
  }

  private func reason(_ exit: SpawnedProcess.Exit) -> TerminationReason {
    guard case .signal(let signal) = exit else { return .exited(exit.number) }
    // The system enforces the limit too, in case the grader measures too late.
    let isLimit =
      signal == Self.cpuLimitSignal || signal == SIGKILL && usage.cpuSeconds > limits.cpuSeconds
    return isLimit ? .cpuTimeExceeded : .signaled(signal)
  }

  /// SIGXCPU, on both systems.
  private static let cpuLimitSignal: Int32 = 24

  /// Calls `pidfd_open`, looked up by name because older systems do not have it.
  private static func descriptorOfEnd(_ process: pid_t) -> Int32? {
    #if os(Linux)
      typealias Function = @convention(c) (pid_t, UInt32) -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "pidfd_open") else { return nil }
      let descriptor = unsafeBitCast(symbol, to: Function.self)(process, 0)
      return descriptor < 0 ? nil : descriptor
    #else
      return nil
    #endif
  }
}

/// The time for which all threads of a program have waited, in seconds.
///
/// Waiting for a processor does not count, so the time is the same on a busy machine.
struct WaitingTime {
  /// The total, which begins again when the program is started.
  var inAll = 0.0
  /// Since a thread last ran.
  var inARow = 0.0
  private var activity = 0.0

  /// The longest time between two measurements that counts. A busy machine measures less often.
  private static let countedPause = 0.1

  /// Adds the time since the last measurement.
  mutating func add(_ pause: Duration, usage: ProcessUsage) {
    let seconds = min(pause.inSeconds, Self.countedPause)
    if usage.isRunnable != true { inAll += seconds }
    let hasWaited = usage.isRunnable == false && usage.activity == activity
    inARow = hasWaited ? inARow + seconds : 0
    activity = usage.activity
  }
}
