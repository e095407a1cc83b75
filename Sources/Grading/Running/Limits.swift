/// What a learner's program may use for one script.
package struct Limits: Sendable, Hashable {
  /// From the moment when the program is ready, in seconds.
  package var seconds = 2.0
  /// How long it may take to become ready, in seconds; later it is the grader's trouble.
  package var startSeconds = 10.0
  /// What it prints, on both streams, and what it tells the grader, each in bytes.
  package var outputBytes = 64 * 1024
  /// Memory that is really used, in bytes.
  package var residentBytes = 256 * 1024 * 1024
  /// Memory that is asked for, in bytes; much more than what is used.
  package var addressBytes = 4 * 1024 * 1024 * 1024
  /// The size of one file, in bytes.
  package var fileBytes = 16 * 1024 * 1024
  /// Threads and programs at a time, where the grader is root; elsewhere there is no such limit.
  package var processes = 512

  package init() {}
}
