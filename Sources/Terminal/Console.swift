/// Where a program reads and writes; tests put their own in its place.
package struct Console: Sendable {
  /// Writes text, complete with line breaks, to standard output; throws `StandardStream.Failure`.
  package let write: @Sendable (String) throws -> Void
  /// Writes a line to standard error, and cares no further.
  package let complain: @Sendable (String) -> Void
  /// Waits until the reader presses Return, and says whether there may be another; nil when there is
  /// no terminal to wait at.
  package let awaitReturn: (@Sendable () -> Bool)?
  /// Whether escape codes may be written to standard output.
  package let isStyled: Bool

  package init(
    write: @escaping @Sendable (String) throws -> Void,
    complain: @escaping @Sendable (String) -> Void,
    awaitReturn: (@Sendable () -> Bool)?, isStyled: Bool
  ) {
    self.write = write
    self.complain = complain
    self.awaitReturn = awaitReturn
    self.isStyled = isStyled
  }
}
