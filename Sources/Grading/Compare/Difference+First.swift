internal import Exercising

extension Difference {
  /// The first completed step whose events are not the expected ones; nil when there is none.
  init?(script: Script, expected: [[String]], run: RunResult) {
    // The last step that was begun is complete only if the run is: more events could have followed.
    let isComplete = run.outcome == .finished
    let actual = isComplete ? run.events[...] : run.events.dropLast()
    let steps = zip(expected, actual).enumerated()
    guard let (index, events) = steps.first(where: { $1.0 != $1.1 }) else { return nil }
    self.init(
      steps: script.steps[...index].map(\.description), expected: events.0,
      actual: events.1.map { $0.cleaned(upTo: 200, lines: 1) })
  }

  /// The expected and the actual events of the step, as a sentence.
  var sentence: String {
    "After “\(steps.last ?? "")”, expected \(Self.list(expected)); actual: \(Self.list(actual))."
  }

  private static func list(_ events: [String]) -> String {
    events.isEmpty ? "nothing" : events.map { "“\($0)”" }.joined(separator: ", ")
  }
}
