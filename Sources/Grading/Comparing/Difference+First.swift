internal import Exercising

extension Difference {
  /// The first of the steps that were done whose events are not the expected ones; nil when there is none.
  init?(script: Script, expected: [[String]], played: Played) {
    // In the last step that was begun more could have happened, had the program not come to its end there.
    let isWhole = played.outcome == .finished
    let done = isWhole ? played.events.count : played.events.count - 1
    let first = expected.indices.prefix(max(done, 0)).first { expected[$0] != played.events[$0] }
    guard let first else { return nil }
    self.init(
      steps: script.steps[...first].map(\.description), expected: expected[first],
      actual: played.events[first].map { $0.cleaned(upTo: 200, lines: 1) })
  }

  /// What had to happen at the step, and what did.
  var sentence: String {
    "After “\(steps.last ?? "")”, expected \(Self.list(expected)); actual: \(Self.list(actual))."
  }

  private static func list(_ events: [String]) -> String {
    events.isEmpty ? "nothing" : events.map { "“\($0)”" }.joined(separator: ", ")
  }
}
