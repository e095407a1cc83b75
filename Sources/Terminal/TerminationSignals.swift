internal import Concurrency
internal import Foundation

/// Handles the termination signals SIGINT, SIGQUIT, SIGTERM and SIGHUP. The first one calls a
/// handler; after that, a SIGINT or SIGQUIT ends the process immediately.
///
/// A second SIGTERM or SIGHUP has no effect, because one request often sends two: `timeout` signals
/// the process and its group, and a closing terminal causes a signal from the system and one from
/// the shell. A signal that was ignored when the process started, as by `nohup`, stays ignored.
package enum TerminationSignals {
  /// A signal handler may call only a few functions, so it sends the signal's number to a waiting
  /// thread.
  private static let numbers = NumberPipe()

  /// Replaces the default action of these signals. Call it once, before other threads start. If the
  /// waiting thread cannot be created, the signals end the process as usual.
  ///
  /// - Parameter body: Receives the number of the first signal, on a separate thread. The process
  ///   continues unless `body` or the caller ends it with ``endProcess(by:)``.
  package static func handle(_ body: @escaping @Sendable (Int32) -> Void) {
    guard let numbers else { return }
    let isHandled = JoinableThread.startIfPossible(name: "signals") {
      guard let first = numbers.receive() else { return }
      guard JoinableThread.startIfPossible(name: "interruption", { body(first) }) != nil else {
        endProcess(by: first)
      }
      while let number = numbers.receive() {
        if [SIGINT, SIGQUIT].contains(number) { endProcess(by: number) }
      }
    }
    guard isHandled != nil else { return }
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let before = signal(number) { TerminationSignals.numbers?.send($0) }
      if isIgnoring(before) { signal(number, SIG_IGN) }
      unblock(number)
    }
  }

  /// Ends the process by the signal itself, so that a shell reports 128 plus the number.
  ///
  /// As process 1 of a container, for which the system ignores the signal, it exits with that
  /// status.
  package static func endProcess(by number: Int32) -> Never {
    if getpid() == 1 { _exit(128 + number) }
    signal(number, SIG_DFL)
    unblock(number)
    // Not `raise`, which would signal only this thread.
    kill(getpid(), number)
    // Another thread may receive the signal, so this one waits.
    poll(nil, 0, 1_000)
    _exit(128 + number)
  }

  /// A process that was started from a dispatch queue's thread inherits blocked signals.
  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  private static func isIgnoring(_ handler: sig_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A pair of connected sockets that passes signal numbers, one byte each. Not a pipe on Linux,
/// because Swift does not import the call that creates a pipe which children do not inherit.
private struct NumberPipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Nil if the process has reached its limit of open files.
  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { return nil }
      // No child can start between the two calls, because `handle` is called before other threads
      // start.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #endif
    (reading, writing) = (ends[0], ends[1])
  }

  /// Safe to call in a signal handler.
  func send(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing, &byte, 1)
    errno = code
  }

  /// Waits for the next number; nil if reading fails.
  func receive() -> Int32? {
    var byte: UInt8 = 0
    var count = read(reading, &byte, 1)
    while count < 0, errno == EINTR { count = read(reading, &byte, 1) }
    return count == 1 ? Int32(byte) : nil
  }
}
