/// A scene of a page whose steps a reader of the book chooses. Each order of steps is a run.
public struct Laboratory: Sendable {
  /// Returns a new run. It may reuse resources of the run before it, which is nil at first.
  public typealias Start<Step> =
    @MainActor @Sendable (_ last: (any LaboratoryRun<Step>)?) throws -> any LaboratoryRun<Step>

  /// Runs all orders of the steps. Throws the error of a run.
  let record: @MainActor @Sendable () throws -> Recorded

  /// - Parameters:
  ///   - task: The reader's task, in one sentence.
  ///   - rule: The condition for a right run, as the end of the sentence "A run is right if". Nil
  ///     if no run can be wrong.
  ///   - columns: The names of the values in ``LaboratoryRun/cells``, shown after each step.
  ///   - asWritten: A run of the document's listing. Nil if there is no listing to compare.
  ///   - fixed: A run of the workbook's own code.
  ///   - following: Returns the steps that may follow others, none at the end of a run.
  public init<Step: RawRepresentable<String> & CaseIterable & Sendable>(
    _ task: String, rule: String? = nil, columns: [String],
    asWritten: Start<Step>? = nil, fixed: @escaping Start<Step>,
    following: @escaping @Sendable ([Step]) -> [Step]
  ) {
    let steps = Step.allCases.map(\.rawValue)
    let starts = (asWritten.map { [$0] } ?? []) + [fixed]
    record = {
      var runs = Runs(starts: starts, steps: steps, following: following)
      let root = try runs.grow([])
      let outcomes = runs.numbers.sorted { $0.value < $1.value }.map(\.key)
      return Recorded(
        columns: columns, outcomes: outcomes, root: root, rule: rule, steps: steps, task: task,
        versions: ["as written", "fixed"].suffix(starts.count))
    }
  }
}

extension Laboratory {
  /// The runs of all orders of the steps, as a tree.
  @MainActor
  private struct Runs<Step: RawRepresentable<String>> {
    let starts: [Start<Step>]
    let steps: [String]
    let following: ([Step]) -> [Step]
    /// The last run of each version.
    var last: [Int: any LaboratoryRun<Step>] = [:]
    /// Equal outcomes share a number, since there are many runs and few outcomes.
    var numbers: [Outcome: Int] = [:]
    /// The outcome numbers, one for each version, at the start and after each step that runs share.
    var trail: [[Int]] = []

    /// Runs all orders that begin with these steps.
    mutating func grow(_ taken: [Step]) throws -> Node {
      // The next run begins with these steps too.
      trail = Array(trail.prefix(taken.count))
      let children = try following(taken).map { try grow(taken + [$0]) }
      if children.isEmpty { try run(taken) }
      return Node(
        step: taken.last.flatMap { steps.firstIndex(of: $0.rawValue) } ?? -1,
        outcomes: trail[taken.count], children: children)
    }

    private mutating func run(_ taken: [Step]) throws {
      let known = trail.count
      trail += Array(repeating: [], count: taken.count + 1 - known)
      for (index, start) in starts.enumerated() {
        let run = try start(last[index])
        last[index] = run
        for (place, step) in ([nil] + taken).enumerated() {
          let events = try step.map(run.take) ?? []
          guard place >= known else { continue }
          let isWrong = try run.isWrong ? true : nil
          let outcome = Outcome(cells: try run.cells, events: events, isWrong: isWrong)
          let number = numbers[outcome] ?? numbers.count
          numbers[outcome] = number
          trail[place].append(number)
        }
      }
    }
  }
}

/// A run of a ``Laboratory``. Its events and values must depend on the steps alone, and reading
/// must change nothing: steps shared with an earlier run are not recorded again.
@MainActor
public protocol LaboratoryRun<Step> {
  associatedtype Step

  /// Takes a step, and returns its events in order. An error ends the recording.
  func take(_ step: Step) throws -> [String]

  /// The current values, one for each column.
  var cells: [String] { get throws }

  /// Whether the current values break the rule of the laboratory.
  var isWrong: Bool { get throws }
}

extension LaboratoryRun {
  public var isWrong: Bool { false }
}

extension Laboratory {
  /// All runs, as in a recording: see Docs/Recording.md.
  package struct Recorded: Codable, Sendable {
    package let columns: [String]
    package let outcomes: [Outcome]
    package let root: Node
    package let rule: String?
    package let steps: [String]
    package let task: String
    package let versions: [String]
  }

  package struct Outcome: Codable, Hashable, Sendable {
    package let cells: [String]
    package let events: [String]
    /// Nil unless it breaks the rule.
    package let isWrong: Bool?
  }

  /// Encoded as an array: the step, its outcome's number in each version, and the next nodes.
  package struct Node: Sendable {
    /// -1 at the start.
    package let step: Int
    package let outcomes: [Int]
    package let children: [Node]
  }
}

extension Laboratory.Node: Codable {
  package init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    let step = try values.decode(Int.self)
    var outcomes: [Int] = []
    while let outcome = try? values.decode(Int.self) { outcomes.append(outcome) }
    var children: [Laboratory.Node] = []
    while !values.isAtEnd { children.append(try values.decode(Laboratory.Node.self)) }
    self.init(step: step, outcomes: outcomes, children: children)
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for number in [step] + outcomes { try values.encode(number) }
    for child in children { try values.encode(child) }
  }
}
