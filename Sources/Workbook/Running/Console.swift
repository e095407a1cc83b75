/// Where a chapter's program reads and writes; tests put their own in its place.
struct Console: Sendable {
  /// Writes text, complete with line breaks, to standard output; throws `StandardStream.Failure`.
  let write: @Sendable (String) throws -> Void
  /// Writes a line to standard error, and cares no further.
  let complain: @Sendable (String) -> Void
  /// Waits until the reader presses Return, and says whether there may be another; nil when there is
  /// no terminal to wait at.
  let awaitReturn: (@Sendable () -> Bool)?
  /// Whether escape codes may be written to standard output.
  let isStyled: Bool
}
