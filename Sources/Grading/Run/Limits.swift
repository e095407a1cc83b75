/// What a program may use. Processor time decides, and time in which all threads wait, of which a thread that waits
/// for a processor has none: so a machine that is busy, slow or stopped changes no verdict.
package struct Limits: Sendable, Hashable {
  /// Processor time of the program and all that it starts, in seconds, from the moment when it is ready.
  package var cpuSeconds = 2.0
  /// How long all its threads may wait at the same time while nothing happens, in seconds.
  package var stallSeconds = 2.0
  /// How long all its threads may wait in all, from the moment when it is ready, in seconds.
  package var waitSeconds = 60.0
  /// How long all its threads may wait, and how much processor time it may use, until it is ready, in seconds; after
  /// that it is the grader's error. Nil for a program that sends no events and is ready from the start.
  package var startSeconds: Double? = 60.0
  /// What it prints, on both streams, and the events that it sends, each in bytes.
  package var outputBytes = 64 * 1024
  /// Memory that is resident, in bytes.
  package var residentBytes = 256 * 1024 * 1024
  /// Memory that is reserved, in bytes; much more than what is resident. Linux only.
  package var addressBytes = 4 * 1024 * 1024 * 1024
  /// The size of one file, in bytes.
  package var fileBytes = 16 * 1024 * 1024
  /// Threads and programs at a time, where the grader is root; elsewhere there is no such limit.
  package var processes = 512

  package init() {}

  /// For the compiler: a minute of processor time, much output, much memory.
  static var compiler: Limits {
    var limits = Limits()
    limits.startSeconds = nil
    limits.cpuSeconds = 60
    limits.stallSeconds = .infinity
    limits.waitSeconds = 1_800
    limits.outputBytes = 4 * 1024 * 1024
    limits.residentBytes = 8 * 1024 * 1024 * 1024
    return limits
  }
}
