internal import Foundation

/// Standard input, as far as a person types it.
package enum TerminalInput {
  /// Whether a person is there to type.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Waits for Return, or for the end of the input.
  ///
  /// - Returns: whether it was Return; after the end there is nothing more to wait for.
  package static func awaitReturn() -> Bool { readLine() != nil }
}
