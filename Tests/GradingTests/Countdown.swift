@testable public import Exercising
@testable import Grading

// The text of Docs/Teaching.md.

/// The requirements of the exercise Countdown.
public protocol CountdownRequirements {
  /// Begins with a number that is not negative.
  init(from start: Int)

  /// The start first, and then one less each time. After 0 it is nil.
  func next() -> Int?
}

/// A countdown, each number of which is an event.
public struct CountdownScene<Learners: CountdownRequirements>: Scene {
  public static var forms: StepForms { ["start 3": "begins a countdown.", "next": nil] }

  private var countdown: Learners?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    switch step.verb {
    case "start": countdown = Learners(from: try step.count(0))
    case "next": events(countdown?.next().map { "\($0)" } ?? "ended")
    default: throw step.unknown
    }
  }
}

/// Counts down to zero.
final class Countdown: CountdownRequirements {
  private var number: Int

  init(from start: Int) {
    number = start
  }

  func next() -> Int? {
    guard number >= 0 else { return nil }
    defer { number -= 1 }
    return number
  }
}

extension Exercise {
  static let countdown = Exercise(
    "Countdown", chapter: "Subjects", title: "Down to zero, and no further",
    solution: CountdownScene<Countdown>.self,
    checks: [
      Check("The start comes first, and then one less each time", points: 2) { random in
        let start = Int.random(in: 4...9, using: &random)
        Script(["start \(start)", "next", "next", "next"])
      },
      Check("After zero it has ended", points: 2, needs: [1]) { random in
        let start = Int.random(in: 1...3, using: &random)
        Script(["start \(start)"] + Array(repeating: "next", count: start + 3))
      },
      Check("A second countdown has a start of its own", points: 1, needs: [1]) { random in
        let starts = random.values(2)
        Script("start \(starts[0])", "next", "next", "start \(starts[1])", "next", "next")
      },
    ],
    misconceptions: [
      Misconception("counts-below-zero", at: "next") { $0.actual.has(prefix: "-") }
    ])
}
