public import Foundation

/// What an exercise is about: takes the steps of a script, one after the other, and reports what happened.
///
/// A scene is generic over the type that the learner writes. The same scene drives the reference solution in the
/// grader and the learner's type in a process of its own, so both receive exactly the same calls. It gives no verdict.
///
/// A step is over when `take` returns: a scene whose type works on other threads waits for them there.
public protocol Scene {
  init()

  /// Carries out a step. What it causes is sent to `events`, from any thread.
  ///
  /// - Throws: ``SceneFailure`` when the script is wrong, as `step.unknown`, `step.argument(_:)` and
  ///   `step.number(_:)` make it, or when the scene cannot have a file it needs; never for what the learner's type
  ///   does or throws, which is an event.
  mutating func take(_ step: Step, _ events: Events) throws(SceneFailure)
}

/// Where a scene reports what happened, a line at a time, from any thread, in the order of the calls.
public struct Events: Sendable {
  private let receive: @Sendable (String) -> Void

  /// - Parameter receive: Called with each line; may be called on several threads at once.
  package init(_ receive: @escaping @Sendable (String) -> Void) {
    self.receive = receive
  }

  public func callAsFunction(_ line: String) {
    receive(line)
  }
}

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

/// A script that its scene cannot carry out, or a scene that cannot have what it needs: never the learner's fault.
public struct SceneFailure: Error, Hashable, CustomStringConvertible, LocalizedError {
  /// A clause that says what is wrong: `no step is called “jump”`.
  public let description: String

  public var errorDescription: String? { "The script cannot be run: \(description)." }

  public init(_ description: String) {
    self.description = description
  }
}
