internal import Exercising

/// The first step whose events are not the expected ones.
public struct Difference: Sendable, Hashable, Codable {
  /// The script up to and including that step, one line per step.
  public let steps: [String]
  /// The expected events of the last step.
  public let expected: [String]
  /// Its actual events.
  public let actual: [String]
}

extension Difference {
  init?(script: Script, expected: [[String]], run: RunResult) {
    // The last step of an incomplete run is incomplete too: more events could have followed.
    let isComplete = run.outcome == .finished
    let actual = isComplete ? run.events[...] : run.events.dropLast()
    let steps = zip(expected, actual).enumerated()
    guard let (index, events) = steps.first(where: { $1.0 != $1.1 }) else { return nil }
    self.init(
      steps: script.steps[...index].map(\.description), expected: events.0,
      actual: events.1.map { $0.cleaned(upTo: 200, lines: 1) })
  }

  var sentence: String {
    "After “\(steps.last ?? "")”, expected \(Self.list(expected)); actual: \(Self.list(actual))."
  }

  private static func list(_ events: [String]) -> String {
    events.isEmpty ? "nothing" : events.map { "“\($0)”" }.joined(separator: ", ")
  }
}

extension Difference {
  var lastStep: String { steps.last ?? "" }
  var stepBefore: String { steps.dropLast().last ?? "" }
  var verbBefore: Substring { stepBefore.prefix { $0 != " " } }
  var lastVerb: Substring { lastStep.prefix { $0 != " " } }
  var lastWords: [Substring] { lastStep.split(separator: " ") }

  var unexpected: [String] { actual.filter { !expected.contains($0) } }
  var missing: [String] { expected.filter { !actual.contains($0) } }

  /// Whether the number at the end of the first event is larger than expected: `streams: 3`.
  var countsMore: Bool {
    let number = { (events: [String]) in
      events.first?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
    return number(actual) > number(expected)
  }

  /// Whether an actual event begins with this, and no expected one.
  func adds(prefix: String) -> Bool { actual.has(prefix: prefix) && !expected.has(prefix: prefix) }

  func words(of verb: String) -> [[Substring]] {
    steps.map { $0.split(separator: " ") }.filter { $0.first == verb[...] }
  }

  func hasEarlierStep(_ beginnings: String...) -> Bool {
    steps.dropLast().contains { step in beginnings.contains { step.hasPrefix($0) } }
  }
}

/// Whether one of several steps or events contains a text, begins with it or ends with it.
extension Sequence<String> {
  func has(_ part: String) -> Bool { contains { $0.contains(part) } }
  func has(prefix: String) -> Bool { contains { $0.hasPrefix(prefix) } }
  func has(suffix: String) -> Bool { contains { $0.hasSuffix(suffix) } }
}
