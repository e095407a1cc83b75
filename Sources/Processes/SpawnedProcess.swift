package import Foundation

/// A `posix_spawn` child process: `Process` on Linux reads past a buffer at some 1,300 open files.
package struct SpawnedProcess: Sendable {
  package enum Exit: Sendable, Hashable {
    case status(CInt)
    case signal(CInt)

    package var number: CInt {
      switch self {
      case .status(let number), .signal(let number): number
      }
    }
  }

  /// The process id. For a session leader also the id of its session and its process group.
  package let id: pid_t

  /// Starts a program at an absolute path, with no signal blocked or ignored, with just these
  /// variables, and with just these descriptors of this process, as 0, 1, 2 and so on.
  package init(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    descriptors: [CInt], isSessionLeader: Bool = false
  ) throws(POSIXError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, source) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, CInt(target))
    }
    for descriptor in Self.inheritable(from: CInt(descriptors.count)) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags(isSessionLeader: isSessionLeader))

    var id: pid_t = 0
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let code = posix_spawn(&id, program, &actions, &attributes, words, variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    self.id = id
  }

  /// Whether the process has ended. Use it only before ``reap()`` returns. Also true where the
  /// system keeps no status, because the parent of this process ignores SIGCHLD.
  package var hasEnded: Bool { hasEnded(WNOHANG) }

  /// Blocks until the process has ended, without releasing its id. Use it only before ``reap()``.
  package func awaitEnd() { while !hasEnded(0) {} }

  private func hasEnded(_ options: CInt) -> Bool {
    var information = siginfo_t()
    let code = waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT | options)
    return code == 0 ? information.si_signo != 0 : errno != EINTR
  }

  /// Sends a signal. Use it only before ``reap()``, after which the id may be another process's.
  package func send(_ signal: CInt) { kill(id, signal) }

  /// Blocks until the process has ended and releases its id. Call it once. On Linux, also returns
  /// the processor time of the process and its reaped descendants.
  @discardableResult
  package func reap() -> (exit: Exit, cpuSeconds: Double) {
    var (status, seconds): (CInt, Double) = (0, 0)
    #if os(Linux)
      var usage = rusage()
      while wait4(id, &status, 0, &usage) == -1, errno == EINTR {}
      for time in [usage.ru_utime, usage.ru_stime] {
        seconds += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
      }
    #else
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
    #endif
    let signal = status & 0x7F
    return (signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal), seconds)
  }

  /// The number is `POSIX_SPAWN_SETSID`, which the header of Linux hides.
  private static func flags(isSessionLeader: Bool) -> Int16 {
    #if canImport(Darwin)
      let session: CInt = 0x0400
      let common = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      let session: CInt = 0x80
      let common = CInt(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    #endif
    return Int16(isSessionLeader ? session | common : common)
  }

  /// The descriptors, from a number upwards, that a child would inherit.
  private static func inheritable(from first: CInt) -> [CInt] {
    #if canImport(Darwin)
      // POSIX_SPAWN_CLOEXEC_DEFAULT closes them.
      []
    #else
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return open.compactMap { CInt($0) }.filter { descriptor in
        let flags = fcntl(descriptor, F_GETFD)
        return descriptor >= first && flags != -1 && flags & FD_CLOEXEC == 0
      }
    #endif
  }
}
