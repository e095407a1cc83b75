internal import Foundation

/// Standard input, as far as a person types it.
package enum TerminalInput {
  /// Whether a person is there to type.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Waits for Return, or for the end of the input.
  package static func awaitReturn() { _ = readLine() }
}
