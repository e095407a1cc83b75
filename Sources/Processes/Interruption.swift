internal import Concurrency
internal import Foundation

/// The interruption of a program by a termination signal or, in a child, by the end of its parent.
/// While it is handled, ``leave(_:)`` blocks: its status may be due to the interruption.
package final class Interruption: Sendable {
  package static let ofThisProcess = Interruption()

  private struct State {
    var signal: Int32?
    /// False between ``begin(_:)`` and ``interrupt(_:)``, which cancels the current work.
    var isCancelled = false
    /// Whether the program is ending with a status of its own.
    var isLeaving = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Locked(State())
  /// Entered while a cancellation runs, so that ``whileRunning(_:_:)`` waits for it.
  private let cancelling = DispatchGroup()

  package init() {}

  package var isSignalled: Bool { state.withLock { $0.signal != nil } }

  /// Interrupts the program. Returns whether the caller has to handle the interruption: false after
  /// an earlier one, or if the program is already ending.
  package func begin(_ number: Int32) -> Bool {
    state.withLock { state in
      guard state.signal == nil, !state.isLeaving else { return false }
      state.signal = number
      return true
    }
  }

  /// Never returns once the program is interrupted, because the handler ends it.
  package func blockIfSignalled() {
    if isSignalled { DispatchSemaphore(value: 0).wait() }
  }

  /// Ends the process with a status, unless the handler of an interruption ends it.
  package func leave(_ status: Int32) -> Never {
    state.withLock { state in state.isLeaving = state.signal == nil }
    blockIfSignalled()
    exit(status)
  }

  /// Ends the process by the signal, if one has arrived.
  package func exitIfSignalled() {
    if let number = state.withLock({ $0.signal }) { Self.endProcess(by: number) }
  }

  /// Runs work that can be cancelled. `cancel` is called on another thread when the signal arrives,
  /// or at once if it has arrived already, and has returned when this function returns.
  package func whileRunning<Result>(
    _ cancel: @escaping @Sendable () -> Void, _ body: () -> Result
  ) -> Result {
    let isLate = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isLate { cancel() }
    defer {
      state.withLock { $0.cancel = nil }
      cancelling.wait()
    }
    return body()
  }

  /// Stores a signal and cancels the current work.
  package func interrupt(_ number: Int32) {
    let cancel = state.withLock { state in
      (state.signal, state.isCancelled) = (number, true)
      cancelling.enter()
      return state.cancel
    }
    cancel?()
    cancelling.leave()
  }

  /// On a termination signal, cancels current work; if there is none after 0.5 s, ends the program.
  package func cancelOnSignal() {
    handle { [self] number in
      interrupt(number)
      // A command that cannot be cancelled may wait for a reader that never reads.
      poll(nil, 0, 500)
      if state.withLock({ $0.cancel == nil }) { Self.endProcess(by: number) }
    }
  }
}

extension Interruption {
  /// A signal handler may call few functions: it writes the number for a waiting thread.
  private static let numbers = try? SocketPair()
  private static let writingEnd = numbers?.writing.fileDescriptor ?? -1

  /// Handles SIGINT, SIGQUIT, SIGTERM and SIGHUP until the process ends. Call it once, before other
  /// threads start. If the waiting thread cannot be created, the signals end the process as usual.
  /// A signal that was ignored when the process started, as by `nohup`, stays ignored.
  ///
  /// The body receives the number of the first signal, on a separate thread, unless the program is
  /// interrupted or ending already. After that, a SIGINT or SIGQUIT ends the process immediately. A
  /// second SIGTERM or SIGHUP has no effect, because `timeout`, or a closing terminal, sends two.
  package func handle(_ body: @escaping @Sendable (Int32) -> Void) {
    guard Self.writingEnd >= 0 else { return }
    let isHandled = JoinableThread.startIfPossible(name: "signals") { [self] in
      guard let first = Self.nextNumber() else { return }
      if begin(first) {
        let handler = JoinableThread.startIfPossible(name: "interruption") { body(first) }
        if handler == nil { Self.endProcess(by: first) }
      }
      while let number = Self.nextNumber() {
        if [SIGINT, SIGQUIT].contains(number) { Self.endProcess(by: number) }
      }
    }
    guard isHandled != nil else { return }
    for number in [SIGINT, SIGQUIT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        let code = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(Interruption.writingEnd, &byte, 1)
        errno = code
      }
      let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
      if isIgnored { signal(number, SIG_IGN) }
      Self.unblock(number)
    }
  }

  /// Waits for the next signal. Nil if reading fails.
  private static func nextNumber() -> Int32? {
    guard let descriptor = numbers?.reading.fileDescriptor else { return nil }
    var byte: UInt8 = 0
    var count = read(descriptor, &byte, 1)
    while count < 0, errno == EINTR { count = read(descriptor, &byte, 1) }
    return count == 1 ? Int32(byte) : nil
  }

  /// Ends the process by the signal itself, so that a shell reports 128 plus the number. As process
  /// 1 of a container, for which the system ignores the signal, it exits with that status.
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

  /// A process started from a dispatch queue's thread inherits blocked signals.
  private static func unblock(_ number: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
