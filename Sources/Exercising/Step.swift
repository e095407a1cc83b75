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

  /// The argument at a place, counted from 0.
  ///
  /// - Throws: ``SceneFailure`` when the script has none there.
  public func argument(_ place: Int) throws(SceneFailure) -> String {
    guard arguments.indices.contains(place) else {
      throw SceneFailure("the step “\(self)” has no argument \(place + 1)")
    }
    return arguments[place]
  }

  /// The argument at a place, counted from 0, as a number.
  ///
  /// - Throws: ``SceneFailure`` when the script has no number there.
  public func number(_ place: Int) throws(SceneFailure) -> Int {
    guard let number = Int(try argument(place)) else {
      throw SceneFailure("argument \(place + 1) of the step “\(self)” is no number")
    }
    return number
  }

  /// That no scene of this kind knows the verb; for the `default:` of `take`.
  public var unknown: SceneFailure { SceneFailure("no step is called “\(verb)”") }
}
