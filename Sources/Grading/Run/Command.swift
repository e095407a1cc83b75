/// A program to start, with all that it gets from its starter.
struct Command: Sendable {
  /// Absolute.
  var program: String
  var arguments: [String] = []
  /// All of it; nothing is inherited.
  var environment: [String: String] = [:]
  /// What it reads on standard input, at most 64 KB.
  var input = ""
  /// What stands in the environment of all that it starts, as `NAME=value`, when they may outlive it.
  var mark: String?
}
