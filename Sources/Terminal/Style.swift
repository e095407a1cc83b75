internal import Foundation

/// Escape codes, for terminals that show them and readers who accept them.
package enum Style {
  /// Bold text.
  package static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }

  /// Whether standard output is a terminal and the environment accepts escape codes.
  package static var isWelcome: Bool {
    StandardStream.output.isTerminal && isWelcome(in: ProcessInfo.processInfo.environment)
  }

  /// What the environment says: `NO_COLOR` that is not empty (see no-color.org) and `TERM=dumb` both
  /// mean no.
  package static func isWelcome(in environment: [String: String]) -> Bool {
    environment["NO_COLOR", default: ""].isEmpty && environment["TERM", default: "dumb"] != "dumb"
  }
}
