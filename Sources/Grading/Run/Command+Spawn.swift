internal import Foundation

extension Command {
  /// Descriptors of the starter that become 0, 1, 2 and 3 of the program; it gets no others.
  struct Descriptors {
    let input: Int32
    let output: Int32
    let errors: Int32
    let events: Int32
  }

  /// Starts it in a session of its own, with no signal blocked or ignored.
  ///
  /// - Returns: Its process id, which is also that of its group and session.
  func spawn(_ descriptors: Descriptors) throws(GradingError) -> pid_t {
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
    let order = [descriptors.input, descriptors.output, descriptors.errors, descriptors.events]
    for (target, source) in order.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    for open in Self.inheritable() { posix_spawn_file_actions_addclose(&actions, open) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Self.flags)

    var process: pid_t = 0
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    let code = posix_spawn(&process, program, &actions, &attributes, words, variables)
    guard code == 0 else { throw GradingError("“\(program)” could not be started", code) }
    return process
  }

  /// Session, signals and mask; the first is an extension that the system's header hides.
  private static var flags: Int16 {
    #if canImport(Darwin)
      Int16(0x0400 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      Int16(0x80 | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    #endif
  }

  /// Descriptors above 3 that other code of this process leaves open for children.
  private static func inheritable() -> [Int32] {
    #if canImport(Darwin)
      []
    #else
      let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return open.compactMap { Int32($0) }.filter { descriptor in
        let flags = fcntl(descriptor, F_GETFD)
        return descriptor > 3 && flags != -1 && flags & FD_CLOEXEC == 0
      }
    #endif
  }
}
