/// A program to start, with all that it gets from its starter.
struct Command: Sendable {
  /// Absolute.
  var program: String
  var arguments: [String] = []
  /// All of it; nothing is inherited.
  var environment: [String: String] = [:]
  /// What it reads on standard input, at most 64 KB.
  var input = ""
  /// A variable in the environment of every program that it starts, as `NAME=value`, where those may outlive it.
  var mark: String?
}
