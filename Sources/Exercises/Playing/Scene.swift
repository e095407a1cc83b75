public import Foundation

/// Drives the type of an exercise: carries out the steps of a script in order, and reports events.
///
/// A scene is generic over the learner's type. The same scene drives the reference solution in the
/// grader and the learner's type in a process of its own, so both receive the same calls. A step is
/// complete when `take` returns, so it waits for other threads on which the type works.
public protocol Scene: SendableMetatype {
  /// The forms of the steps. `workbook verify` reports a script's step that they do not include.
  static var forms: StepForms { get }

  init()

  /// Carries out a step, and sends the resulting events to `events`, from any thread.
  ///
  /// - Throws: ``SceneFailure`` for an invalid script (see `step.unknown`, `step.argument(_:)` and
  ///   `step.number(_:)`), or when the scene cannot create a file. Actions and errors of the
  ///   learner's type are events, and are never thrown.
  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure)
}

/// The receiver of a scene's events, each of which is a line. May be called from any thread.
public struct Events: Sendable {
  private let receive: @Sendable (String) -> Void

  package init(_ receive: @escaping @Sendable (String) -> Void) { self.receive = receive }

  public func callAsFunction(_ line: String) { receive(line) }

  /// Sends the result of a call of the learner's type, or a prefix and the error that it throws.
  func send(orError prefix: String, _ call: () throws -> String) {
    do { receive(try call()) } catch { receive("\(prefix)\(error)") }
  }

  /// Sends each line.
  func send(_ lines: [String]) { lines.forEach(receive) }
}

/// One line of a script: a verb and its arguments, as in `subscribe a` or `next 7`.
///
/// The words are not empty and contain no white space, so that a line can be parsed again.
public struct Step: Sendable, Hashable, CustomStringConvertible {
  public let verb: String
  public let arguments: [String]

  public init(_ verb: String, _ arguments: String...) {
    self.verb = verb
    self.arguments = arguments
  }

  /// Parses a line. Nil for a blank line.
  public init?(line: String) {
    // Closures, because there are many steps, and key paths are slow.
    let words = line.split { $0.isWhitespace }.map { String($0) }
    guard let verb = words.first else { return nil }
    self.verb = verb
    self.arguments = Array(words.dropFirst())
  }

  public var description: String { ([verb] + arguments).joined(separator: " ") }

  /// The step after which a new scene carries out the rest: `new-scene`. No scene receives it.
  package static let newScene = Step("new-scene")

  /// The argument at an index. It throws if there is none, as do the functions below.
  public func argument(_ place: Int) throws(SceneFailure) -> String {
    guard arguments.indices.contains(place) else {
      throw SceneFailure("the step “\(self)” has no argument \(place + 1)")
    }
    return arguments[place]
  }

  /// The arguments from an index on, with a space between them.
  func rest(from place: Int) throws(SceneFailure) -> String {
    _ = try argument(place)
    return arguments[place...].joined(separator: " ")
  }

  /// The argument at an index, as a number. Throws if it is not one.
  public func number(_ place: Int) throws(SceneFailure) -> Int {
    let word = try argument(place)
    guard let number = Int(word) else {
      let isNumber = word.wholeMatch(of: #/[+-]?[0-9]+/#) != nil
      throw SceneFailure(
        "argument \(place + 1) of the step “\(self)” is \(isNumber ? "too large" : "not a number")")
    }
    return number
  }

  /// The arguments from an index on, as numbers.
  func numbers(from place: Int) throws(SceneFailure) -> [Int] {
    try arguments.indices.dropFirst(place).map { (place) throws(SceneFailure) in try number(place) }
  }

  /// The argument at an index, as a count. Throws if it is not a number from 0 to 1000.
  public func count(_ place: Int) throws(SceneFailure) -> Int {
    let number = try number(place)
    guard (0...1_000).contains(number) else {
      throw SceneFailure("argument \(place + 1) of the step “\(self)” is not from 0 to 1000")
    }
    return number
  }

  /// The argument at an index. Throws, with the words, if it is not one of them.
  public func word(_ place: Int, of words: String...) throws(SceneFailure) -> String {
    let word = try argument(place)
    guard words.contains(word) else {
      let quoted = words.map { "“\($0)”" }
      let list = [quoted.dropLast().joined(separator: ", "), quoted.last ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " or ")
      throw SceneFailure("argument \(place + 1) of the step “\(self)” is not \(list)")
    }
    return word
  }

  /// Whether there is an argument at an index, which has to be this word.
  func has(_ word: String, at place: Int) throws(SceneFailure) -> Bool {
    guard arguments.count > place else { return false }
    return try self.word(place, of: word) == word
  }

  /// The error for a verb that the scene does not support: for the `default:` of `take`.
  public var unknown: SceneFailure { SceneFailure("no step is called “\(verb)”") }
}

/// An error of the script or of the machine, for which the learner's type is not responsible.
public struct SceneFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// A clause: `no step is called “jump”`.
  public let description: String

  public var errorDescription: String? { "The script cannot be run: \(description)." }

  public init(_ description: String) { self.description = description }
}

extension Optional {
  /// The value, which a valid script has provided. Throws with the clause if there is none.
  func orFail(_ clause: @autoclosure () -> String) throws(SceneFailure) -> Wrapped {
    guard let self else { throw SceneFailure(clause()) }
    return self
  }
}
