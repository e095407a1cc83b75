/// Where a chapter's program reads and writes; tests put their own in its place.
struct Console: Sendable {
  /// Writes text, complete with line breaks, to standard output; throws ``OutputError``.
  let write: @Sendable (String) throws -> Void
  /// Writes a line to standard error, and cares no further.
  let complain: @Sendable (String) -> Void
  /// Waits until the reader presses Return; nil when there is no terminal to wait at.
  let awaitReturn: (@Sendable () -> Void)?
  /// Whether escape codes may be written to standard output.
  let isStyled: Bool
}

/// Standard output cannot be written.
enum OutputError: Error {
  /// Nobody reads any more: no reason to say anything.
  case closedPipe
  /// Another reason, in the system's words.
  case failed(String)
}

/// How a program ended, as sysexits.h numbers it.
enum ExitStatus {
  static let success: Int32 = 0
  static let failure: Int32 = 1
  static let usage: Int32 = 64
  static let outputFailed: Int32 = 74
}
