/// One line of a script: a verb and its arguments, as in `subscribe a` or `next 7`.
///
/// Neither may be empty nor contain white space, so that a line can be read back.
public struct Step: Sendable, Hashable, CustomStringConvertible {
  public let verb: String
  public let arguments: [String]

  public init(_ verb: String, _ arguments: String...) {
    self.verb = verb
    self.arguments = arguments
  }

  /// The step of a line, or nil when the line is blank.
  public init?(line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let verb = words.first else { return nil }
    self.verb = verb
    self.arguments = Array(words.dropFirst())
  }

  public var description: String { ([verb] + arguments).joined(separator: " ") }
}
