internal import Concurrency
import Foundation

/// Somebody ends the program from outside: by Ctrl-C, by `kill`, by closing the terminal.
///
/// The program tidies up and then dies of the very signal, so that whoever waits for it sees why it
/// ended; meanwhile it says nothing more. A signal that was ignored when the program started (`nohup`)
/// stays ignored.
enum Interruption {
  /// What a signal handler, which may do next to nothing, tells the thread that waits.
  private static let numbers = NumberPipe()

  private static let hasBegun = Locked(false)

  /// Never returns once the program is being ended: what it would say now, or how it would end, comes
  /// of its files going.
  static func standStillIfBegun() {
    if hasBegun.withLock({ $0 }) { DispatchSemaphore(value: 0).wait() }
  }

  /// To be called once, before anything else runs.
  ///
  /// - Parameter tidyUp: is called once, on a thread of its own, while the program still runs.
  static func tidiesUp(_ tidyUp: @escaping @Sendable () -> Void) {
    guard let numbers else { return }
    // A program that was started from a thread of a queue inherits that such signals are blocked.
    var asked = sigset_t()
    sigemptyset(&asked)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      sigaddset(&asked, number)
      let before = signal(number) { Interruption.numbers?.send($0) }
      if isIgnoring(before) { signal(number, SIG_IGN) }
    }
    Thread.detachNewThread {
      let number = numbers.receive()
      hasBegun.withLock { $0 = true }
      tidyUp()
      signal(number, SIG_DFL)
      kill(getpid(), number)
    }
    pthread_sigmask(SIG_UNBLOCK, &asked, nil)
  }

  private static func isIgnoring(_ handler: sig_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// A pipe of bytes that no child inherits.
private struct NumberPipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// Nil when the process may open no more files.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  /// May be called by a signal handler.
  func send(_ number: Int32) {
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(writing, &byte, 1)
    errno = code
  }

  /// Waits for the next number.
  func receive() -> Int32 {
    var byte: UInt8 = 0
    while read(reading, &byte, 1) != 1 {}
    return Int32(byte)
  }
}
