internal import Foundation

/// Watches one program: reads what it writes, and looks at the clock and its memory, until it has ended.
struct Watch {
  private let tree: ProcessTree
  private let limits: Limits
  private let started = ContinuousClock.now
  private var ready: ContinuousClock.Instant?
  private var output: Stream
  private var errors: Stream
  private var events: Stream

  private struct Stream {
    let descriptor: Int32
    var bytes: [UInt8] = []
    var isOpen = true
  }

  /// Milliseconds between two looks at what tells nothing by itself.
  private static let pause: Int32 = 4

  init(tree: ProcessTree, limits: Limits, output: Int32, errors: Int32, events: Int32) {
    self.tree = tree
    self.limits = limits
    self.output = Stream(descriptor: output)
    self.errors = Stream(descriptor: errors)
    self.events = Stream(descriptor: events)
    for descriptor in [output, errors, events] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  mutating func untilEnd(isCancelled: () -> Bool) -> Ending {
    var status: Int32 = 0
    var excess: Ending.Cause?
    var hasEnded = false
    while !hasEnded {
      awaitOutput()
      hasEnded = isOver(WNOHANG)
      read()
      // One that has ended is not late, however late it is looked at.
      if !hasEnded { excess = flood ?? self.excess ?? (isCancelled() ? .cancelled : nil) }
      if excess != nil {
        tree.end()
        hasEnded = isOver(0)
      }
    }
    // Whoever cancels has ended it, whatever it looks like.
    if isCancelled() { excess = .cancelled }
    // Before it is waited for, so that its number is still nobody else's.
    tree.sweep()
    let seconds = (ContinuousClock.now - (ready ?? started)).inSeconds
    waitpid(tree.root, &status, 0)
    read()
    return Ending(
      cause: excess ?? flood ?? Self.cause(status), output: output.bytes,
      errors: errors.bytes, events: events.bytes, seconds: seconds)
  }

  /// Whether it has ended; it stays to be waited for.
  private func isOver(_ options: Int32) -> Bool {
    var facts = siginfo_t()
    let code = waitid(P_PID, id_t(tree.root), &facts, WEXITED | WNOWAIT | options)
    return code == 0 ? facts.si_signo != 0 : errno != EINTR
  }

  /// Whether it has told too much.
  private var flood: Ending.Cause? {
    let printed = output.bytes.count + errors.bytes.count
    return max(printed, events.bytes.count) > limits.outputBytes ? .tooMuchOutput : nil
  }

  /// What it uses too much of, if anything.
  private var excess: Ending.Cause? {
    if tree.residentBytes > limits.residentBytes { return .tooMuchMemory }
    let now = ContinuousClock.now
    if let ready { return now - ready > .seconds(limits.seconds) ? .late(wasReady: true) : nil }
    return now - started > .seconds(limits.startSeconds) ? .late(wasReady: false) : nil
  }

  private func awaitOutput() {
    var open = [output, errors, events].filter(\.isOpen).map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    poll(&open, nfds_t(open.count), Self.pause)
  }

  private mutating func read() {
    Self.read(&output, atMost: limits.outputBytes)
    Self.read(&errors, atMost: limits.outputBytes)
    Self.read(&events, atMost: limits.outputBytes)
    if ready == nil, !events.bytes.isEmpty { ready = .now }
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

  private static func cause(_ status: Int32) -> Ending.Cause {
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }
}
