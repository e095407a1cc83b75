/// The limits of a program. Time counts while it runs, and while all its threads wait for something
/// other than a processor, so a busy machine does not change a verdict.
package struct Limits: Sendable, Hashable {
  /// Processor time of the program and its descendants since it was started, in seconds.
  package var cpuSeconds = 2.0
  /// The longest wait of all its threads without any activity, in seconds.
  package var stallSeconds = 2.0
  /// The total wait of all its threads since it was started, in seconds.
  package var waitSeconds = 60.0
  /// The limit of wait and of processor time before the start, in seconds; exceeding it is an error
  /// of the grader. Nil for a program without a starter.
  package var startSeconds: Double? = 60.0
  /// The processor time and the wait of all programs of an exercise, in seconds.
  package var exerciseSeconds = 120.0
  /// The size of its output on both streams together, and the size of its events, in bytes.
  package var outputBytes = 64 * 1024
  /// Resident memory, in bytes.
  package var residentBytes = 256 * 1024 * 1024
  /// Reserved memory, in bytes, which is much more than the resident one. Linux only.
  package var addressBytes = 4 * 1024 * 1024 * 1024
  /// Whether ``addressBytes`` applies. ThreadSanitizer reserves the whole address space.
  var limitsAddresses = !Toolchain.isUnderThreadSanitizer
  /// The size of one file, in bytes.
  package var fileBytes = 16 * 1024 * 1024
  /// The number of threads and processes at a time. Applies if the grader is root.
  package var processes = 512
  /// The number of open files. The buffers of pipes and sockets do not count as its memory.
  package var descriptors = 256

  package init() {}

  /// For a program with ThreadSanitizer, which is several times slower and larger.
  var underThreadSanitizer: Limits {
    var limits = self
    limits.cpuSeconds *= 4
    limits.residentBytes *= 4
    // ThreadSanitizer has a thread that wakes up ten times a second, so no program ever stalls.
    limits.waitSeconds /= 6
    limits.limitsAddresses = false
    return limits
  }

  /// For the compiler: 20 s of processor time, much output, much memory.
  static var compiler: Limits {
    var limits = Limits()
    limits.startSeconds = nil
    limits.cpuSeconds = 20
    limits.stallSeconds = .infinity
    limits.waitSeconds = 1_800
    limits.outputBytes = 4 * 1024 * 1024
    limits.residentBytes = 8 * 1024 * 1024 * 1024
    return limits
  }

  /// For SwiftPM, which builds whole libraries.
  static var builder: Limits {
    var limits = compiler
    limits.cpuSeconds = 3_600
    return limits
  }
}
