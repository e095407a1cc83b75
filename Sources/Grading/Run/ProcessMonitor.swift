internal import Foundation
internal import Processes

/// Reads the output of a program and measures its usage until it has ended.
struct ProcessMonitor {
  private let process: SpawnedProcess
  private let limits: Limits
  /// The processor time when it was started. Nil until then.
  private var cpuAtStart: Double?
  private var usage: ProcessUsage
  private var measured = ContinuousClock.now
  /// The time to the next measurement. It grows to 20 ms, or to 100 ms for the compiler.
  private var pause = Duration.milliseconds(2)
  private var waiting = WaitingTime()
  /// The streams that have not ended.
  private var streams: [(handle: FileHandle, bytes: WritableKeyPath<ProcessResult, [UInt8]>)]
  private var result = ProcessResult(reason: .cancelled)
  private var feed: ScriptFeed?

  /// `streams` are the reading ends of its output, errors, events, start and backtrace.
  init(
    _ process: SpawnedProcess, tree: ProcessTree, limits: Limits, streams: [FileHandle],
    feed: ScriptFeed?
  ) {
    self.process = process
    self.limits = limits
    usage = ProcessUsage(of: tree)
    self.streams = Array(zip(streams, [\.output, \.errors, \.events, \.start, \.backtrace]))
    self.feed = feed
    if limits.startSeconds == nil { cpuAtStart = 0 }
    for descriptor in streams.map(\.fileDescriptor) {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Waits for the program's end, and ends it if it exceeds a limit or is cancelled. `send`
  /// receives the lines of its standard input, and nil at their end.
  mutating func waitForEnd(isCancelled: () -> Bool, send: (String?) -> Void) -> ProcessResult {
    var excess: TerminationReason?
    var hasEnded = false
    while !hasEnded {
      waitForOutput()
      hasEnded = process.hasEnded
      let count = result.events.count
      read()
      for text in feed?.answers(to: result.events[count...]) ?? [] { send(text) }
      // A program that has ended exceeds no time limit, however late it is measured.
      if !hasEnded { excess = outputExcess ?? usageExcess() ?? (isCancelled() ? .cancelled : nil) }
      if excess != nil {
        usage.tree.end()
        process.awaitEnd()
        hasEnded = true
      }
    }
    // A cancelled program was ended by a signal, which would be reported as a crash.
    if isCancelled() { excess = .cancelled }
    // Before the root is reaped, while its id still belongs to it.
    usage.tree.sweep()
    let (exit, seconds) = process.reap()
    usage.cpuSeconds = max(usage.cpuSeconds, seconds)
    read()
    result.reason = excess ?? outputExcess ?? reason(exit)
    result.seconds = usage.cpuSeconds + waiting.inAll
    return result
  }

  private var outputExcess: TerminationReason? {
    let printed = result.output.count + result.errors.count
    return max(printed, result.events.count) > limits.outputBytes ? .outputExceeded : nil
  }

  private mutating func usageExcess() -> TerminationReason? {
    let now = ContinuousClock.now
    guard now - measured >= pause else { return nil }
    usage.measure()
    waiting.add(now - measured, isRunnable: usage.isRunnable, activity: usage.activity)
    measured = now
    pause = min(pause * 2, .milliseconds(limits.startSeconds == nil ? 100 : 20))
    if usage.residentBytes > limits.residentBytes { return .memoryExceeded }
    if cpuAtStart == nil, !result.start.isEmpty {
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

  /// Waits for output for 20 ms or ``pause``, whichever is shorter. Once all output has ended, the
  /// program usually ends within a millisecond.
  private func waitForOutput() {
    var polled = streams.filter { $0.bytes != \.backtrace }.map {
      pollfd(fd: $0.handle.fileDescriptor, events: Int16(POLLIN), revents: 0)
    }
    let milliseconds = polled.isEmpty ? 1 : Int32(min(20, pause / .milliseconds(1)))
    // If `poll` fails, the loop must not spin.
    if poll(&polled, nfds_t(polled.count), milliseconds) < 0, errno != EINTR {
      poll(nil, 0, milliseconds)
    }
  }

  private mutating func read() {
    let count = { (result: ProcessResult) in
      result.output.count + result.errors.count + result.events.count
    }
    let before = count(result)
    let open = streams
    streams = open.filter { read($0.handle.fileDescriptor, $0.bytes) }
    if count(result) != before { waiting.inARow = 0 }
  }

  /// Reads the available bytes, up to one chunk more than the limit. Returns false at the end.
  private mutating func read(
    _ descriptor: Int32, _ bytes: WritableKeyPath<ProcessResult, [UInt8]>
  ) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while result[keyPath: bytes].count <= limits.outputBytes {
      let count = Foundation.read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
      result[keyPath: bytes] += chunk[..<count]
    }
    return true
  }

  private func reason(_ exit: SpawnedProcess.Exit) -> TerminationReason {
    guard case .signal(let signal) = exit else { return .exited(exit.number) }
    // The system enforces the limit too, in case the grader measures too late.
    let isLimit = signal == SIGXCPU || signal == SIGKILL && usage.cpuSeconds > limits.cpuSeconds
    return isLimit ? .cpuTimeExceeded : .signaled(signal)
  }
}

/// The time for which all threads of a program have waited, in seconds. Waiting for a processor
/// does not count, so the time is the same on a busy machine.
struct WaitingTime {
  /// The total, which begins again when the program is started.
  var inAll = 0.0
  /// Since a thread last ran.
  var inARow = 0.0
  private var activity = 0.0

  mutating func add(_ pause: Duration, isRunnable: Bool?, activity: Double) {
    // A busy machine measures less often.
    let seconds = min(pause / .seconds(1), 0.1)
    if isRunnable != true { inAll += seconds }
    inARow = isRunnable == false && activity == self.activity ? inARow + seconds : 0
    self.activity = activity
  }
}
