internal import Concurrency
internal import Foundation

/// SIGINT, SIGTERM and SIGHUP, which ask a process to end: the first one calls a handler, and then another SIGINT ends
/// the process at once.
///
/// Another SIGTERM or SIGHUP has no effect, because one request often sends two: `timeout` to the process and to its
/// group, a closing terminal by the system and by the shell. A signal that was ignored when the process started
/// (`nohup`) stays ignored.
package enum TerminationSignals {
  /// A signal handler may call only a few functions, so it sends the number to a thread that waits for it.
  private static let numbers = NumberPipe()

  /// Replaces what the system would do on these signals. Call it once, before other threads start. If
  /// the system allows no thread that waits for them, the signals end the process as usual.
  ///
  /// - Parameter body: Receives the number of the first signal, on a thread of its own. The process continues
  ///   unless `body` or the caller ends it by ``endProcess(by:)``.
  package static func handle(_ body: @escaping @Sendable (Int32) -> Void) {
    guard let numbers else { return }
    let isHandled = JoinableThread.startIfPossible(name: "signals") {
      guard let first = numbers.receive() else { return }
      guard JoinableThread.startIfPossible(name: "interruption", { body(first) }) != nil else {
        endProcess(by: first)
      }
      while let number = numbers.receive() {
        if number == SIGINT { endProcess(by: number) }
      }
    }
    guard isHandled != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { TerminationSignals.numbers?.send($0) }
      if isIgnoring(before) { signal(number, SIG_IGN) }
      unblock(number)
    }
  }

  /// Ends the process by the signal itself, so that a shell reports 128 plus its number.
  ///
  /// As process 1 of a container it exits with that status: the system ignores such a signal there.
  package static func endProcess(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    unblock(number)
    // Not `raise`: that would ask this thread alone.
    kill(getpid(), number)
    // Another thread may be the one that takes it.
    poll(nil, 0, 1_000)
    _exit(128 + number)
  }

  /// A process that was started from a thread of a dispatch queue inherits blocked signals.
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

/// Two connected sockets that pass signal numbers, a byte each. Linux has no call that makes a pipe and keeps it from
/// children at once, in what Swift imports.
private struct NumberPipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Nil when the process may open no more files.
  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { return nil }
      // Between the two calls no child starts: `handle` is called before other threads are.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    #endif
    (reading, writing) = (ends[0], ends[1])
  }

  /// May be called by a signal handler.
  func send(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing, &byte, 1)
    errno = code
  }

  /// Waits for the next number; nil when there can be none.
  func receive() -> Int32? {
    var byte: UInt8 = 0
    var count = read(reading, &byte, 1)
    while count < 0, errno == EINTR { count = read(reading, &byte, 1) }
    return count == 1 ? Int32(byte) : nil
  }
}
